import type { Drawing } from './drawing.ts';

/** Opens what draws charts. */
export function openDrawing(): Drawing & AsyncDisposable {
  return {
    svg: () => Promise.resolve('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    png: () => Promise.resolve(new Uint8Array()),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
}
