import { accessorOf } from './check-data.ts';
import { count, index, type Json, list, object, optionalIndex, refuse } from './check-fields.ts';

export function checkSkins(json: Json): void {
  const nodes = count(json, 'nodes');
  list(json, 'skins').forEach((skin, i) => {
    const path = `skins[${i}]`;
    const joints = skin.joints;
    if (!Array.isArray(joints) || joints.length === 0)
      refuse(`${path}.joints`, 'must be a list of nodes.');
    const seen = new Set<unknown>();
    (joints as unknown[]).forEach((joint, k) => {
      index(joint, nodes, `${path}.joints[${k}]`, 'nodes');
      if (seen.has(joint)) refuse(`${path}.joints[${k}]`, `names node ${joint} a second time.`);
      seen.add(joint);
    });
    optionalIndex(skin.skeleton, nodes, `${path}.skeleton`, 'nodes');
    if (skin.inverseBindMatrices === undefined) return;
    const accessor = accessorOf(
      json,
      skin.inverseBindMatrices,
      'MAT4',
      `${path}.inverseBindMatrices`,
    );
    if (accessor.componentType !== 5126) refuse(`${path}.inverseBindMatrices`, 'must be floats.');
    if ((accessor.count as number) < seen.size) {
      refuse(
        `${path}.inverseBindMatrices`,
        `has ${accessor.count} matrices for ${seen.size} joints.`,
      );
    }
  });
}

const PATHS: Readonly<Record<string, string>> = {
  translation: 'VEC3',
  rotation: 'VEC4',
  scale: 'VEC3',
  weights: 'SCALAR',
};

export function checkAnimations(json: Json): void {
  list(json, 'animations').forEach((animation, i) => {
    const path = `animations[${i}]`;
    const samplers = listOf(animation.samplers, `${path}.samplers`);
    const channels = listOf(animation.channels, `${path}.channels`);
    samplers.forEach((sampler, k) => {
      const at = `${path}.samplers[${k}]`;
      const input = accessorOf(json, sampler.input, 'SCALAR', `${at}.input`);
      if (input.componentType !== 5126) refuse(`${at}.input`, 'must be floats: seconds.');
      index(sampler.output, count(json, 'accessors'), `${at}.output`, 'accessors');
      const kind = sampler.interpolation ?? 'LINEAR';
      if (!['LINEAR', 'STEP', 'CUBICSPLINE'].includes(kind as string)) {
        refuse(
          `${at}.interpolation`,
          `must be LINEAR, STEP or CUBICSPLINE, got ${String(kind).slice(0, 40)}.`,
        );
      }
    });
    channels.forEach((channel, k) => {
      const at = `${path}.channels[${k}]`;
      const s = index(channel.sampler, samplers.length, `${at}.sampler`, 'samplers');
      const target = object(channel.target, `${at}.target`);
      optionalIndex(target.node, count(json, 'nodes'), `${at}.target.node`, 'nodes');
      const wanted = PATHS[target.path as string];
      // Pointers of KHR_animation_pointer move things that are not read here.
      if (wanted === undefined) return;
      checkOutput(json, samplers[s], wanted, `${path}.samplers[${s}].output`);
    });
  });
}

function checkOutput(json: Json, sampler: Json, type: string, path: string): void {
  const accessors = list(json, 'accessors');
  const output = accessors[sampler.output as number];
  if (output.type !== type) refuse(path, `must be of type ${type}, got ${String(output.type)}.`);
  const keys = accessors[sampler.input as number].count as number;
  const each = sampler.interpolation === 'CUBICSPLINE' ? 3 : 1;
  const values = output.count as number;
  const isFine = type === 'SCALAR' ? values % (each * keys) === 0 : values === each * keys;
  if (!isFine) refuse(path, `has ${values} values for ${keys} keys.`);
}

export function checkMaterials(json: Json): void {
  const textures = count(json, 'textures');
  list(json, 'materials').forEach((material, i) => {
    checkTextureInfos(material, textures, `materials[${i}]`, 0);
  });
  list(json, 'textures').forEach((texture, i) => {
    optionalIndex(texture.source, count(json, 'images'), `textures[${i}].source`, 'images');
    optionalIndex(texture.sampler, count(json, 'samplers'), `textures[${i}].sampler`, 'samplers');
  });
  list(json, 'images').forEach((image, i) => {
    optionalIndex(
      image.bufferView,
      count(json, 'bufferViews'),
      `images[${i}].bufferView`,
      'bufferViews',
    );
  });
  list(json, 'samplers');
}

/** Every `…Texture` in a material, extensions included, names a texture. */
function checkTextureInfos(value: Json, textures: number, path: string, depth: number): void {
  if (depth > 8) refuse(path, 'is nested too deeply.');
  for (const [key, entry] of Object.entries(value)) {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) continue;
    if (key.endsWith('Texture'))
      index((entry as Json).index, textures, `${path}.${key}.index`, 'textures');
    else if (key !== 'extras')
      checkTextureInfos(entry as Json, textures, `${path}.${key}`, depth + 1);
  }
}

function listOf(value: unknown, path: string): Json[] {
  if (!Array.isArray(value)) refuse(path, 'must be a list.');
  return (value as unknown[]).map((entry, i) => object(entry, `${path}[${i}]`));
}
