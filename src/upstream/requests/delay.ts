/** Waits for a time, or until the signal is aborted. */
export function delay(millis: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, millis);
    signal.addEventListener('abort', wake, { once: true });
    if (signal.aborted) wake();
  });
}
