import { codebookOf, type Desk } from '../../answers/desk.ts';
import { meaningsWith, meaningsWords, openCodeQuestions, type CodeQuestion } from '../../tools/codes/code-questions.ts';
import { CODE_NAMES, meaningNamed, type CodeName } from '../../model/codes.ts';
import type { Choice, Dialogue } from './dialogue.ts';

/** What each code is about, for somebody who knows the desk and not the service. */
const ABOUT: Readonly<Record<CodeName, string>> = {
  is_missed: 'was this chat served or missed',
  chat_started_by: 'who began this chat',
  is_chat_transferred: 'was this chat passed on to another agent',
  chat_ended_by: 'who ended this chat',
  unread: 'is this offline message read',
  enabled: 'may this agent log in',
  rating: 'was this chat rated',
  user_type: 'who wrote these messages',
};

const OPEN = 'open';

/**
 * Asks what the codes mean that the data leave open, each with a few of the person's own records, and keeps the answers in the archive.
 * Where nobody can be asked, it says which are open. Throws Cancelled.
 */
export async function askCodes(desk: Desk, dialogue: Dialogue, isUnattended: boolean): Promise<void> {
  const questions = await openCodeQuestions(desk);
  const open = questions.map(({ code }) => code);
  const book = await codebookOf(desk);
  const settled = CODE_NAMES.filter((name) => book[name].values.size > 0 && !open.includes(name));
  if (settled.length > 0) dialogue.good(`What these codes mean is clear from the data: ${settled.join(', ')}`);
  if (open.length === 0) return;
  const later = `Open: ${open.join(', ')}. Figures on them are told by value. An assistant can ask you, as more is read.`;
  if (
    isUnattended ||
    !(await dialogue.confirm(
      `${open.length === 1 ? 'One code of the service is' : `${open.length} codes of the service are`} open. Say what they mean, with your own records?`,
      true,
    ))
  ) {
    dialogue.tell(later);
    return;
  }
  const passed = new Set<string>();
  for (;;) {
    const next = (await openCodeQuestions(desk)).find((one) => !passed.has(nameOf(one)));
    if (next === undefined) return;
    passed.add(nameOf(next));
    await ask(next, desk, dialogue);
  }
}

function nameOf({ code, value }: CodeQuestion): string {
  return `${code} ${value}`;
}

async function ask(question: CodeQuestion, desk: Desk, dialogue: Dialogue): Promise<void> {
  const { code, value, count, meanings, likely, examples } = question;
  dialogue.tell(
    [
      `${nameOf(question)}: ${count === 1 ? 'one record at hand has it' : `${count} records at hand have it, such as`}`,
      ...examples.map((one) => `- ${one}`),
    ].join('\n'),
  );
  const choices: Choice<string>[] = meanings.map((meaning) => ({
    value: meaning,
    label: meaning,
    ...(meaning === likely?.meaning && { hint: 'likely, by the data' }),
  }));
  const word = await dialogue.choose(
    `${nameOf(question)}: ${ABOUT[code]}?`,
    [...choices, { value: OPEN, label: 'I do not know', hint: 'stays open' }],
    likely?.meaning ?? OPEN,
  );
  const meaning = meaningNamed(code, word);
  if (meaning === undefined) return;
  const kept = meaningsWith(code, value, meaning, await codebookOf(desk));
  await desk.archive.codeMeanings.record(code, kept, { agreedBy: 'terminal', caller: desk.caller.id });
  dialogue.good(`Kept in the archive: ${code} ${meaningsWords(kept)}`);
}
