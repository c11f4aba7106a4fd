import initJolt from 'jolt-physics';
import { CANTILEVER, type Cantilever, sixVolumes } from '../cantilever.ts';
import type { Peer, PeerRun } from './peer.ts';

type Module = Awaited<ReturnType<typeof initJolt>>;

/** Jolt's soft body: XPBD on edges and tet volumes, one pass over the constraints per iteration. */
export function joltPeer(iterations: number): Peer {
  let jolt: Module;
  return {
    name: `Jolt 1.1, ${iterations} iterations`,
    note: 'XPBD edges and volumes, f32',
    async load() {
      jolt = await initJolt();
    },
    create: (beam) => createJolt(jolt, beam, iterations),
  };
}

/**
 * Jolt knows compliances, not moduli. Springs of stiffness 5μV/(2L²) on the six edges of each tet, summed over the tets
 * around an edge, give an isotropic lattice with Lamé's λ = μ (the mean of (n·εn)² over directions is (2ε:ε + tr²ε)/15). The
 * bulk modulus that is still missing goes to the volume constraints: their C is six volumes, so the compliance is 36V/κ.
 */
function compliances(beam: Cantilever): { edges: Float64Array; volumes: Float64Array } {
  const { young, poisson } = CANTILEVER;
  const shear = young / (2 * (1 + poisson));
  const missingBulk = young / (3 * (1 - 2 * poisson)) - (5 / 3) * shear;
  const { positions: x, tets } = beam;
  const stiffness = new Map<string, number>();
  const volumes = new Float64Array(tets.length / 4);
  for (let t = 0; t < volumes.length; t++) {
    const corners = tets.subarray(4 * t, 4 * t + 4);
    const volume = sixVolumes(x, corners) / 6;
    volumes[t] = (36 * volume) / missingBulk;
    for (let a = 0; a < 4; a++) {
      for (let b = a + 1; b < 4; b++) {
        const p = Math.min(corners[a], corners[b]);
        const q = Math.max(corners[a], corners[b]);
        let squared = 0;
        for (let i = 0; i < 3; i++) squared += (x[3 * p + i] - x[3 * q + i]) ** 2;
        const key = `${p} ${q}`;
        stiffness.set(key, (stiffness.get(key) ?? 0) + (2.5 * shear * volume) / squared);
      }
    }
  }
  const edges = new Float64Array(beam.edges.length / 2);
  for (let e = 0; e < edges.length; e++) {
    edges[e] = 1 / stiffness.get(`${beam.edges[2 * e]} ${beam.edges[2 * e + 1]}`)!;
  }
  return { edges, volumes };
}

function createJolt(jolt: Module, beam: Cantilever, iterations: number): PeerRun {
  const world = createWorld(jolt);
  const shared = new jolt.SoftBodySharedSettings();
  fillSettings(jolt, shared, beam);
  const settings = new jolt.SoftBodyCreationSettings(
    shared,
    new jolt.RVec3(0, 0, 0),
    jolt.Quat.prototype.sIdentity(),
    0,
  );
  settings.mNumIterations = iterations;
  settings.mLinearDamping = CANTILEVER.damping;
  // The body's origin stays put, so that vertex positions are world positions.
  settings.mUpdatePosition = false;
  const bodies = world.GetPhysicsSystem().GetBodyInterface();
  const body = bodies.CreateSoftBody(settings);
  bodies.AddBody(body.GetID(), jolt.EActivation_Activate);
  const motion = jolt.castObject(body.GetMotionProperties(), jolt.SoftBodyMotionProperties);
  return {
    step: () => world.Step(CANTILEVER.dt, 1),
    tip: () => motion.GetVertex(beam.tip).mPosition.GetY(),
    free: () => jolt.destroy(world),
  };
}

function createWorld(jolt: Module): InstanceType<Module['JoltInterface']> {
  const settings = new jolt.JoltSettings();
  const pairs = new jolt.ObjectLayerPairFilterTable(1);
  const layers = new jolt.BroadPhaseLayerInterfaceTable(1, 1);
  layers.MapObjectToBroadPhaseLayer(0, new jolt.BroadPhaseLayer(0));
  settings.mObjectLayerPairFilter = pairs;
  settings.mBroadPhaseLayerInterface = layers;
  settings.mObjectVsBroadPhaseLayerFilter = new jolt.ObjectVsBroadPhaseLayerFilterTable(
    layers,
    1,
    pairs,
    1,
  );
  const world = new jolt.JoltInterface(settings);
  world.GetPhysicsSystem().SetGravity(new jolt.Vec3(0, CANTILEVER.gravity, 0));
  return world;
}

function fillSettings(
  jolt: Module,
  shared: InstanceType<Module['SoftBodySharedSettings']>,
  beam: Cantilever,
): void {
  const { positions, masses, edges, tets, surface } = beam;
  const held = new Set(beam.clamped);
  const vertex = new jolt.SoftBodySharedSettingsVertex();
  for (let i = 0; i < masses.length; i++) {
    vertex.mPosition.x = positions[3 * i];
    vertex.mPosition.y = positions[3 * i + 1];
    vertex.mPosition.z = positions[3 * i + 2];
    vertex.mInvMass = held.has(i) ? 0 : 1 / masses[i];
    shared.mVertices.push_back(vertex);
  }
  const compliance = compliances(beam);
  for (let e = 0; e < edges.length; e += 2) {
    const edge = new jolt.SoftBodySharedSettingsEdge(
      edges[e],
      edges[e + 1],
      compliance.edges[e / 2],
    );
    shared.mEdgeConstraints.push_back(edge);
    jolt.destroy(edge);
  }
  for (let t = 0; t < tets.length; t += 4) {
    const [a, b, c, d] = tets.subarray(t, t + 4);
    const volume = new jolt.SoftBodySharedSettingsVolume(a, b, c, d, compliance.volumes[t / 4]);
    shared.mVolumeConstraints.push_back(volume);
    jolt.destroy(volume);
  }
  for (let f = 0; f < surface.length; f += 3) {
    const face = new jolt.SoftBodySharedSettingsFace(surface[f], surface[f + 1], surface[f + 2], 0);
    shared.AddFace(face);
    jolt.destroy(face);
  }
  shared.CalculateEdgeLengths();
  shared.CalculateVolumeConstraintVolumes();
  shared.Optimize();
}
