/**
 * Returns the method that a message names, which is not checked any further: whoever looks for one method checks the message only where
 * it names that. To check each whole message for each of them costs more than many an answer.
 */
export function methodNamed(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'method' in message ? message.method : undefined;
}
