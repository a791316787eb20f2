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
import { deskLine } from '../../privacy/cleaned-text.ts';
import { codebookOf, type Desk } from '../../answers/desk.ts';
import { advertisedAs, defineTool } from '../../answers/tool.ts';
import { valuesOf } from '../../answers/words/code-words.ts';
import { deskWords, meaningsWith, meaningsWords, questionAbout, settingLine } from './code-questions.ts';

const OUTCOMES = ['recorded', 'unchanged', 'taken_back', 'declined', 'not_asked'] as const;

/** Takes back what was said. */
const OPEN = 'open';

/** Which code each is of is in the error for a meaning of another code. */
const MEANINGS = `One that fits the code: ${ALL_MEANINGS.join(', ')}; ${OPEN} takes it back.`;

export const recordCodeMeaning = defineTool({
  name: 'record_code_meaning',
  title: 'Save what a code means',
  description:
    "Saves what a value of one of the service's integer codes means, after the app asks the user to confirm. Use a meaning the user gave or an answer assumed.",
  input: z.strictObject({
    code: z.enum(CODE_NAMES),
    value: z.number(),
    meaning: z.enum([...ALL_MEANINGS, OPEN]).meta(advertisedAs({ type: 'string', description: MEANINGS })),
  }),
  output: z.strictObject({
    outcome: z.enum(OUTCOMES),
    code: z.enum(CODE_NAMES),
    meanings: z.array(z.strictObject({ value: z.number(), meaning: z.enum(ALL_MEANINGS) })),
    setting: z.string().optional(),
  }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  answer: async ({ code, value, meaning: word }, desk, { person, waitsFor }) => {
    // A value may be named by whoever sees no record that has it.
    const book = desk.memory.codebookOf(await desk.archive.observedCodes());
    const { codes: settings } = desk.memory;
    const answered = (
      outcome: (typeof OUTCOMES)[number],
      text: string,
      meanings: ReadonlyMap<number, CodeMeaning<CodeName>> = new Map(),
      setting?: string,
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
    const said = valuesOf(book, code).flatMap((one) => one.said ?? []);
    if (isTakenBack && said.length === 0) {
      return answered('unchanged', `**Nothing to take back**: no meaning of ${code} was saved.`);
    }
    const meaning = isTakenBack ? undefined : meaningOf(code, word);
    if (meaning !== undefined)
      requireSeen(
        code,
        value,
        valuesOf(book, code).map((one) => one.value),
      );
    const meanings =
      meaning === undefined
        ? new Map(said.map((one) => [one.value, one.meaning]))
        : meaningsWith(code, value, meaning, book);
    const isKept = [...meanings].every(([one, kept]) =>
      said.some((other) => other.value === one && other.meaning === kept),
    );
    if (!isTakenBack && isKept) {
      return answered('unchanged', `**Saved before**: ${code} ${meaningsWords(meanings)}.`, meanings);
    }
    const line = settingLine(settings, code, isTakenBack ? new Map() : meanings);
    const fixed = settings[code];
    if (fixed !== undefined && !isTakenBack) {
      const setting = new Map(Object.entries(fixed).map(([one, word]) => [Number(one), word]));
      return answered(
        'not_asked',
        `**Not saved**: the setting codes already fixes ${code} (${meaningsWords(setting)}). It can be changed only in ${fileWords(desk)}.`,
        new Map(),
        line,
      );
    }
    waitsFor('the reply to a question');
    const { reply } = await person.ask({
      request: async () =>
        isTakenBack
          ? `On ${deskWords(desk)}, take back the saved meaning of ${code} (${meaningsWords(meanings)})? The code is then read from the data alone.`
          : questionAbout(code, value, meanings, await codebookOf(desk), desk),
      about: `code ${code} ${word} ${meaningsWords(meanings)}`,
      confirm: 'required',
    });
    if (reply === 'cannot_ask') {
      return answered(
        'not_asked',
        isTakenBack
          ? `**Not taken back**: this app cannot ask the user. The setting codes takes precedence over what was saved; the operator adds it to ${fileWords(desk)}.`
          : `**Not saved**: this app cannot ask the user. Ask the user yourself. If they agree, the operator adds this line to ${fileWords(desk)} and restarts the server:\n\n${line}`,
        new Map(),
        isTakenBack ? undefined : line,
      );
    }
    if (reply !== 'accepted') {
      const what = isTakenBack ? 'Not taken back' : 'Not saved';
      const how = reply === 'declined' ? 'declined' : 'closed the question without a reply';
      return answered('declined', `**${what}**: the app ${how}; the user may not have been asked.`);
    }
    if (meaning === undefined) {
      await desk.archive.codeMeanings.takeBack(code, { agreedBy: 'host', caller: desk.caller.id });
      return answered(
        'taken_back',
        `**Taken back**, confirmed through the app: ${code} is read from the data alone.`,
        meanings,
      );
    }
    await desk.archive.codeMeanings.record(code, meanings, { agreedBy: 'host', caller: desk.caller.id });
    return answered(
      'recorded',
      `**Saved**: ${code} ${meaningsWords(meanings)}, confirmed through the app. Figures and filters use it from now on; meaning="open" takes it back.`,
      meanings,
    );
  },
});

/** The file for the setting, as far as the caller may know of it. */
function fileWords({ settingsFile }: Desk): string {
  if (settingsFile === undefined) return `the operator's settings file`;
  const path = deskLine(settingsFile.path, MAX_PATH_LENGTH);
  return settingsFile.isRead
    ? `the settings file ${path}`
    : `a settings file, such as ${path}, and names it with --config or CHAT_OPERATIONS_CONFIG`;
}

const MAX_PATH_LENGTH = 1000;

function meaningOf(code: CodeName, word: CodeMeaning<CodeName>): CodeMeaning<CodeName> {
  const meaning = meaningNamed(code, word);
  if (meaning !== undefined) return meaning;
  throw new InvalidArgument(
    trusted`${code} cannot mean ${word}.`,
    trusted`Valid: ${joined(
      CODE_MEANINGS[code].map((one) => trusted`${one}`),
      ', ',
    )}.`,
  );
}

/** A value that nobody has seen is more likely a slip. Throws InvalidArgument. */
function requireSeen(code: CodeName, value: number, seen: readonly number[]): void {
  if (seen.includes(value)) return;
  throw new InvalidArgument(
    trusted`No record loaded so far has ${code} ${value}.`,
    seen.length === 0
      ? trusted`No record with this code is loaded yet. Call a tool that lists such records first.`
      : trusted`Seen: ${joined(
          seen.slice(0, 20).map((one) => trusted`${one}`),
          ', ',
        )}.`,
  );
}
