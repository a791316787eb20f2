import { z } from 'zod';
import { InvalidArgument, PermissionDenied, UnreadableAnswer, type ChatOperationsError } from '../../model/errors.ts';
import { joined, trusted, type ProgramText } from '../../model/text/trusted-text.ts';
import type { Answer } from './answer-content.ts';

// Reads answers other than 200 (specification, section 7). Nothing of their text is passed on.

const Entry = z.object({ code: z.coerce.number().optional().catch(undefined), message: z.string().catch('') });
const Entries = z.union([
  z.object({ error: z.array(Entry) }).transform(({ error }) => error),
  Entry.transform((entry) => [entry]),
]);

/** The parameters of a list besides the page, by the words of their messages. */
const OTHER_PARAMETERS = [
  { name: trusted`the period`, words: /\bdate\b/i },
  { name: trusted`the agent`, words: /\bagent\b/i },
];

/** The entries of the error body; none for an empty body, undefined for one that is not the documented format. */
function entriesOf({ text }: Answer): z.infer<typeof Entry>[] | undefined {
  if (text.trim() === '') return [];
  try {
    return Entries.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Whether the service says that the list has no page of this number (design, "a page beyond the last"). */
export function isBeyondTheLast(answer: Answer, page: number): boolean {
  if (answer.status !== 400 && answer.status !== 404) return false;
  const entries = entriesOf(answer);
  // A 404 whose entries carry 400 is about parameters, as the sample in section 7 shows.
  const invalid = answer.status === 400 || (entries ?? []).some(({ code }) => code === 400);
  if (page > 1 && !invalid) return true;
  if (entries === undefined) return false;
  const namesOther = entries.some(({ message }) => OTHER_PARAMETERS.some(({ words }) => words.test(message)));
  if (namesOther) return false;
  return page > 1 || (entries.length > 0 && entries.every(({ message }) => /\bpage\b/i.test(message)));
}

/** Whether the service itself says that there is no such record, and not a server at a wrong address. */
export function isMissingRecord(answer: Answer): boolean {
  return answer.status === 404 && entriesOf(answer) !== undefined;
}

/** Returns the error for a refused request for `what`, such as "chat 12". */
export function errorOf(answer: Answer, what: ProgramText): ChatOperationsError {
  const { status } = answer;
  if (status === 403) return new PermissionDenied(what);
  const entries = entriesOf(answer);
  if (status === 400 || (status === 404 && entries?.some(({ code }) => code === 400) === true)) {
    const named = OTHER_PARAMETERS.filter(({ words }) => entries?.some(({ message }) => words.test(message)) === true);
    const parts = joined(
      named.map(({ name }) => name),
      ' and ',
    );
    return new InvalidArgument(
      trusted`The service rejected ${named.length === 0 ? '' : trusted`${parts} of `}a request for ${what}.`,
      'Check the ids and dates. Dates have the form yyyy-MM-dd.',
    );
  }
  const isRedirect = status >= 300 && status < 400;
  return new UnreadableAnswer(
    isRedirect
      ? trusted`redirects to another address (HTTP ${status}), which is not followed`
      : trusted`answered with HTTP ${status}`,
  );
}
