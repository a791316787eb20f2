import { z } from 'zod';

/** The outcome of a custom script, as the widget tells it. */
export const ScriptOutcome = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('ran') }),
  z.object({ outcome: z.literal('variables'), variables: z.record(z.string(), z.unknown()) }),
  z.object({
    outcome: z.literal('failed'),
    reason: z.enum(['threw', 'too_slow', 'returned_something_else']),
    /** The script's own words for what went wrong. */
    message: z.string().max(300).optional(),
  }),
]);
export type ScriptOutcome = Readonly<z.infer<typeof ScriptOutcome>>;

/** The reason why a script failed that may take some `seconds`, as it goes on from "A step of this chat did not work: ". */
export function failureWords(
  { reason, message }: Extract<ScriptOutcome, { outcome: 'failed' }>,
  seconds: number,
): string {
  switch (reason) {
    case 'threw':
      return message?.trim() ? `it failed (${message.trim().replace(/\.$/, '')})` : 'it failed';
    case 'too_slow':
      return `it took longer than ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
    case 'returned_something_else':
      return 'it returned something that this chat does not understand';
  }
}
