/** Resolves at the first SIGTERM or SIGINT, with which it was. */
export function untilSignal(): Promise<'SIGTERM' | 'SIGINT'> {
  return new Promise((resolve) => {
    process.once('SIGTERM', resolve).once('SIGINT', resolve);
  });
}
