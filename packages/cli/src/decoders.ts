/** Decoders of compressed glTF, loaded only for files that speak of them. */
export async function decoders(bytes: Uint8Array): Promise<Record<string, unknown>> {
  // The names stand in the JSON part, as plain ASCII.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found: Record<string, unknown> = {};
  if (text.includes('EXT_meshopt_compression')) {
    const { MeshoptDecoder } = await import('meshoptimizer');
    await MeshoptDecoder.ready;
    found['meshopt.decoder'] = MeshoptDecoder;
  }
  if (text.includes('KHR_draco_mesh_compression')) {
    const { default: draco } = await import('draco3dgltf');
    found['draco3d.decoder'] = await draco.createDecoderModule();
  }
  return found;
}
