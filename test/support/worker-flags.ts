/**
 * The flags of Node.js in the processes of tests. They start and end threads that draw charts with WebAssembly, at which V8 now and then
 * loses count of its code pages and aborts ("Check failed: jit_page.has_value()"), where it protects these by keys of the processor.
 */
export const WORKER_FLAGS =
  process.platform === 'linux' && process.arch === 'x64' ? ['--no-memory-protection-keys'] : [];
