declare module 'gltf-validator' {
  const validator: {
    validateBytes(
      bytes: Uint8Array,
      options: { maxIssues: number },
    ): Promise<{
      issues: { messages: { severity: number; code: string; message: string; pointer?: string }[] };
    }>;
  };
  export = validator;
}
