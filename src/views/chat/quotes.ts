import { hasNoAgent } from './signs.ts';
import type { Digest, Message, Transcript } from '../answers.ts';

/** Something that was said, and the place of its message in the chat. */
type Said = NonNullable<Digest['commitments']>[number];

/** Words of a chat that its head quotes. */
export interface Quote {
  /** With "…" where its message goes on. */
  readonly text: string;
  readonly at?: string | undefined;
  /** The place of its message; absent where that is not loaded. */
  readonly message?: number;
  /** Whose last words it is, where the row does not say so. */
  readonly lastOf?: Party | undefined;
}

/** Quotations under one term. */
export interface Quotes {
  readonly term: string;
  readonly quotes: readonly Quote[];
  readonly leftOut: number;
}

const PARTIES = ['visitor', 'agent'] as const;
type Party = (typeof PARTIES)[number];

/** What the head of a chat quotes, each words once. `messages` are those that are loaded. */
export function quotesOf(data: Transcript, messages: readonly Message[]): readonly Quotes[] {
  const { digest } = data;
  const { request, unanswered_questions: questions = [], commitments = [], key_sentences: sentences = [] } = digest;
  const { last_words: last = {}, left_out: leftOut } = digest;
  const asked = request === undefined ? undefined : placed(request, messages);
  const named = [...(asked ? [asked] : []), ...questions, ...commitments];
  const lastOf = (said: Said) => PARTIES.find((party) => covers(said, last[party]));
  const quoted = (said: Said): Quote => ({ ...said, text: marked(said.text, messages[said.message]) });
  const row = (term: string, all: readonly Said[], left = 0): Quotes => ({
    term,
    quotes: all.map((said) => ({ ...quoted(said), lastOf: lastOf(said) })),
    leftOut: left,
  });
  const rowsOfLast = PARTIES.flatMap((party) => {
    const words = last[party];
    return words === undefined || named.some((said) => covers(said, words)) ? [] : [{ party, words }];
  }).toSorted((one, other) => one.words.message - other.words.message);
  const alsoBy = (party: Party): readonly Said[] =>
    sentences.filter((said) => said.role === party && !covers(last[party], said));
  return [
    ...(request === undefined
      ? []
      : [asked ? row('Asked for', [asked]) : { term: 'Asked for', quotes: [{ text: request }], leftOut: 0 }]),
    row('Visitor also wrote', alsoBy('visitor')),
    hasNoAgent(digest)
      ? // No answer came to anything, so that only what else was asked is worth a line.
        row(
          asked ? 'Visitor also asked' : 'Visitor asked',
          questions.filter((said) => !covers(asked, said)),
          leftOut?.unanswered_questions,
        )
      : row('No answer to', questions, leftOut?.unanswered_questions),
    row('Agent wrote', alsoBy('agent')),
    row('Agent promised', commitments, leftOut?.commitments),
    ...rowsOfLast.map(({ party, words }) => ({ term: LAST[party], quotes: [quoted(words)], leftOut: 0 })),
  ].filter(({ quotes }) => quotes.length > 0);
}

const LAST: Readonly<Record<Party, string>> = { visitor: 'Visitor’s last words', agent: 'Agent’s last words' };

/** Whether one quotation says all of another of the same message. */
function covers(one: Said | undefined, other: Said | undefined): boolean {
  return one !== undefined && one.message === other?.message && bare(one.text).includes(bare(other.text));
}

/** The visitor's request, which comes without its place: that of the first message that begins so. */
function placed(request: string, messages: readonly Message[]): Said | undefined {
  const place = messages.findIndex(({ role, text }) => role === 'visitor' && onOneLine(text).startsWith(bare(request)));
  const message = messages[place];
  return message && { text: request, message: place, at: message.at };
}

function marked(text: string, message: Message | undefined): string {
  const whole = onOneLine(message?.text ?? '');
  const words = bare(text);
  const from = whole.indexOf(words);
  if (from < 0) return text;
  const before = from > 0 && !text.startsWith(CUT) ? `${CUT} ` : '';
  const behind = from + words.length < whole.length && !text.endsWith(CUT) ? ` ${CUT}` : '';
  return `${before}${text}${behind}`;
}

/** What the server puts where it cuts a text. */
const CUT = '…';

/** A quotation without the marks of what was cut. */
const bare = (text: string): string => text.replace(/^… /, '').replace(/…$/, '');

const onOneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
