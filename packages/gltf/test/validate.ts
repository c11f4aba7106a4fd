import validator from 'gltf-validator';

/** Errors and warnings that Khronos' own validator finds, as text. */
export async function faultsOf(glb: Uint8Array): Promise<string[]> {
  const { issues } = await validator.validateBytes(glb, { maxIssues: 20 });
  return issues.messages
    .filter(({ severity }) => severity <= 1)
    .map(({ code, message, pointer }) => `${pointer ?? ''} ${code}: ${message}`);
}
