import { withoutUnseen } from '../../model/text/seen-text.ts';

/**
 * What went wrong and what to do: in lines for a person at a terminal, else in one, since a host shows the last line of standard error,
 * if anything. The terminal gets no commands.
 */
export function endWords(parts: readonly string[], isTerminal: boolean): string {
  const lines = parts.flatMap((part) => withoutUnseen(part).split('\n')).filter((line) => line.trim() !== '');
  return `${lines.join(isTerminal ? '\n' : ' ')}\n`;
}
