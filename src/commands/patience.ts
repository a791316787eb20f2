/** The time to take a server down. */
const PATIENCE_MILLIS = 1500;

/** Resolves when the work is done, or after 1.5 seconds: a part that hangs must not keep a server that is shutting down. */
export async function withinPatience(work: () => Promise<unknown>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), PATIENCE_MILLIS);
  try {
    await Promise.race([work(), promise]);
  } finally {
    clearTimeout(timer);
  }
}
