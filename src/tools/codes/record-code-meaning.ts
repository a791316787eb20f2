import { z } from 'zod';
import {
  ALL_MEANINGS,
  CODE_MEANINGS,
  CODE_NAMES,
  meaningNamed,
  type CodeMeaning,
  type CodeName,
} from '../../model/codes.ts';
import { InvalidArgument } from '../../model/errors.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { joined, trusted } from '../../model/text/trusted-text.ts';
import { deskLine, ownWord, safe, OwnText } from '../../privacy/safe-text.ts';
import { codebookOf, type Desk } from '../../answers/desk.ts';
import { paragraphs } from '../../answers/token-budget.ts';
import { advertisedAs, defineTool } from '../../answers/tool.ts';
import { settingLine, valuesOf } from '../../answers/words/code-words.ts';
import { deskWords, meaningsWith, meaningsWords, questionAbout } from './code-questions.ts';

const OUTCOMES = ['recorded', 'unchanged', 'taken_back', 'declined', 'not_asked'] as const;

/** Takes back what was said. */
const OPEN = 'open';

/** Of which code each is, an error tells who gives another's. */
const MEANINGS = `One of the code's: ${ALL_MEANINGS.join(', ')}; ${OPEN} takes back what was recorded.`;

export const recordCodeMeaning = defineTool({
  name: 'record_code_meaning',
  title: 'Record what a code means',
  description:
    'Keeps what a value of an integer code means on this desk, once the person agrees: the host asks them, beside examples of their own chats. Give the meaning that they said, or that an answer calls likely.',
  input: z.strictObject({
    code: z.enum(CODE_NAMES),
    value: z.number(),
    meaning: z.enum([...ALL_MEANINGS, OPEN]).meta(advertisedAs({ type: 'string', description: MEANINGS })),
  }),
  output: z.strictObject({
    outcome: z.enum(OUTCOMES),
    code: z.enum(CODE_NAMES),
    meanings: z.array(z.strictObject({ value: z.number(), meaning: z.enum(ALL_MEANINGS) })),
    setting: OwnText.optional(),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  answer: async ({ code, value, meaning: word }, desk, { person, waitsFor }) => {
    // A value may be named by whoever sees no record that has it.
    const book = desk.memory.codebookOf(await desk.archive.observedCodes());
    const { codes: settings } = desk.memory;
    const answered = (
      outcome: (typeof OUTCOMES)[number],
      text: OwnText,
      meanings: ReadonlyMap<number, CodeMeaning<CodeName>> = new Map(),
      setting?: OwnText,
    ) => ({
      text,
      data: () =>
        omitUndefined({
          outcome,
          code,
          meanings: [...meanings].map(([one, meaning]) => ({ value: one, meaning })),
          setting,
        }),
    });

    const isTakenBack = word === OPEN;
    const said = valuesOf(book[code]).flatMap((one) => one.said ?? []);
    if (isTakenBack && said.length === 0) {
      return answered(
        'unchanged',
        safe`Nobody has recorded what ${ownWord(code)} means: there is nothing to take back.`,
      );
    }
    const meaning = isTakenBack ? undefined : meaningOf(code, word);
    if (meaning !== undefined)
      requireSeen(
        code,
        value,
        valuesOf(book[code]).map((one) => one.value),
      );
    const meanings =
      meaning === undefined
        ? new Map(said.map((one) => [one.value, one.meaning]))
        : meaningsWith(code, value, meaning, book);
    const isKept = [...meanings].every(([one, kept]) =>
      said.some((other) => other.value === one && other.meaning === kept),
    );
    if (!isTakenBack && isKept) {
      return answered(
        'unchanged',
        safe`This is recorded already: ${ownWord(code)} ${meaningsWords(meanings)}.`,
        meanings,
      );
    }
    const line = settingLine(settings, code, isTakenBack ? new Map() : meanings);
    if (settings[code] !== undefined && !isTakenBack) {
      return answered(
        'not_asked',
        safe`Nothing was recorded: the setting codes.${ownWord(code)} is made, and it wins. It can only be changed in ${fileWords(desk)}:\n\n${line}`,
        new Map(),
        line,
      );
    }
    waitsFor('the reply to a question');
    const { reply } = await person.ask({
      request: async () =>
        isTakenBack
          ? safe`Take back what was recorded about ${ownWord(code)} (${meaningsWords(meanings)}) on ${deskWords(desk)}? It is then read by what the data prove alone.`
          : questionAbout(code, value, meanings, await codebookOf(desk), desk),
      about: `code ${code} ${word} ${meaningsWords(meanings)}`,
      confirm: 'required',
    });
    if (reply === 'cannot_ask') {
      return answered(
        'not_asked',
        isTakenBack
          ? safe`Nothing was taken back: this app cannot ask the user. The setting codes wins over what was recorded; the operator adds it to ${fileWords(desk)}.`
          : safe`Nothing was recorded: this app cannot ask the user. Ask the user yourself. If they say yes, the operator adds this line to ${fileWords(desk)} and restarts the server:\n\n${line}`,
        new Map(),
        isTakenBack ? undefined : line,
      );
    }
    if (reply !== 'accepted') {
      const who = reply === 'declined' ? safe`The host declined` : safe`The host closed the question without a reply`;
      return answered('declined', safe`${who}: nothing was kept. It may have asked the person or decided by itself.`);
    }
    if (meaning === undefined) {
      await desk.archive.codeMeanings.takeBack(code, { agreedBy: 'host', caller: desk.caller.id });
      return answered(
        'taken_back',
        safe`Taken back, because the host accepted the question about it: ${ownWord(code)} is read by what the data prove.`,
        meanings,
      );
    }
    await desk.archive.codeMeanings.record(code, meanings, { agreedBy: 'host', caller: desk.caller.id });
    return answered(
      'recorded',
      paragraphs(
        safe`Recorded, because the host accepted the question about it: ${ownWord(code)} ${meaningsWords(meanings)}.`,
        safe`Figures and filters rest on it from now on: ask again. The setting codes would win over it; meaning open takes it back.`,
      ),
      meanings,
    );
  },
});

/** The file for the setting, as far as the caller may know of it. */
function fileWords({ settingsFile }: Desk): OwnText {
  if (settingsFile === undefined) return safe`the operator's settings file`;
  const path = deskLine(settingsFile.path, MAX_PATH_LENGTH);
  return settingsFile.isRead
    ? safe`the settings file ${path}`
    : safe`a settings file, such as ${path}, and names it with --config or CHAT_OPERATIONS_CONFIG`;
}

const MAX_PATH_LENGTH = 1000;

function meaningOf(code: CodeName, word: string): CodeMeaning<CodeName> {
  const meaning = meaningNamed(code, word);
  if (meaning !== undefined) return meaning;
  throw new InvalidArgument(
    trusted`A value of ${code} cannot mean that.`,
    trusted`Give one of: ${joined(
      CODE_MEANINGS[code].map((one) => trusted`${one}`),
      ', ',
    )}.`,
  );
}

/** A value that nobody has seen is more likely a slip. Throws InvalidArgument. */
function requireSeen(code: CodeName, value: number, seen: readonly number[]): void {
  if (seen.includes(value)) return;
  throw new InvalidArgument(
    trusted`No record at hand has ${code} ${value}.`,
    seen.length === 0
      ? 'Nothing that has this code was read yet: ask a question about it first.'
      : trusted`Seen: ${joined(
          seen.slice(0, 20).map((one) => trusted`${one}`),
          ', ',
        )}.`,
  );
}
