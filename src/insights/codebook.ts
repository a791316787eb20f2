import {
  CODE_MEANINGS,
  type CodeMeaning,
  type CodeName,
  type CodeObservations,
  type CodeSettings,
} from '../model/codes.ts';

/** What one code's values mean on this desk, or why that is not settled. */
type Reading<Name extends CodeName> =
  | {
      readonly settled: true;
      readonly source: 'setting' | 'evidence';
      readonly meanings: ReadonlyMap<number, CodeMeaning<Name>>;
      readonly evidence: string;
    }
  | { readonly settled: false; readonly evidence: string };

export type Codebook = { readonly [Name in CodeName]: Reading<Name> };

/** Fewer rows than this of one value prove nothing. */
const ENOUGH = 10;
/** A chat that waits at this moment has no conversation and is not missed yet, so proof need not be unanimous. */
const NEARLY_ALL = 0.95;

/**
 * Settles the meaning of the integer codes (design, "What the specification does not say"): by the setting `codes`
 * where it names a code, by evidence in the data where there is enough, else not at all.
 *
 * Evidence: a missed chat has no conversation; a missed chat cannot have been rated, so the one value that all of
 * them carry is "not rated"; a message that was answered has been read.
 */
export function createCodebook(observed: CodeObservations, settings: CodeSettings): Codebook {
  const missed = fromSetting('is_missed', settings) ?? missedByEvidence(observed);
  return {
    is_missed: missed,
    rating: fromSetting('rating', settings) ?? notRatedByEvidence(observed, missed),
    unread: fromSetting('unread', settings) ?? unreadByEvidence(observed),
    chat_started_by: fromSetting('chat_started_by', settings) ?? NO_EVIDENCE,
    is_chat_transferred: fromSetting('is_chat_transferred', settings) ?? NO_EVIDENCE,
    chat_ended_by: fromSetting('chat_ended_by', settings) ?? NO_EVIDENCE,
    enabled: fromSetting('enabled', settings) ?? NO_EVIDENCE,
    user_type: fromSetting('user_type', settings) ?? NO_EVIDENCE,
  };
}

const NO_EVIDENCE = { settled: false, evidence: 'nothing in the data proves a meaning' } as const;

function fromSetting<Name extends CodeName>(name: Name, settings: CodeSettings): Reading<Name> | undefined {
  const given = settings[name];
  if (given === undefined) return undefined;
  const meanings = new Map<number, CodeMeaning<Name>>();
  const words: readonly CodeMeaning<Name>[] = CODE_MEANINGS[name];
  for (const [value, word] of Object.entries(given)) {
    const meaning = words.find((known) => known === word);
    if (meaning !== undefined) meanings.set(Number(value), meaning);
  }
  return { settled: true, source: 'setting', meanings, evidence: `the setting codes.${name}` };
}

interface Tally {
  yes: number;
  no: number;
}

function tally(rows: readonly { code: number | undefined; yes: boolean; count: number }[]): Map<number, Tally> {
  const byCode = new Map<number, Tally>();
  for (const { code, yes, count } of rows) {
    if (code === undefined) continue;
    const entry = byCode.get(code) ?? { yes: 0, no: 0 };
    if (yes) entry.yes += count;
    else entry.no += count;
    byCode.set(code, entry);
  }
  return byCode;
}

function missedByEvidence({ chats }: CodeObservations): Reading<'is_missed'> {
  const byCode = tally(chats.map((row) => ({ code: row.missedCode, yes: row.hasConversation, count: row.count })));
  const evidence = describe(byCode, 'with a conversation');
  const meanings = new Map<number, 'missed' | 'served'>();
  for (const [code, { yes, no }] of byCode) {
    const total = yes + no;
    if (total < ENOUGH) return { settled: false, evidence };
    if (yes / total >= NEARLY_ALL) meanings.set(code, 'served');
    else if (no / total >= NEARLY_ALL) meanings.set(code, 'missed');
    else return { settled: false, evidence };
  }
  // Where two values go with a conversation, the times tell nothing: missed chats may carry some here too.
  const served = [...meanings.values()].filter((meaning) => meaning === 'served').length;
  return meanings.size === 0 || served > 1
    ? { settled: false, evidence }
    : { settled: true, source: 'evidence', meanings, evidence };
}

function notRatedByEvidence({ chats }: CodeObservations, missed: Reading<'is_missed'>): Reading<'rating'> {
  const byCode = tally(
    chats.map((row) => ({
      code: row.ratingCode,
      yes: missed.settled && row.missedCode !== undefined && missed.meanings.get(row.missedCode) === 'missed',
      count: row.count,
    })),
  );
  const evidence = describe(byCode, 'in missed chats');
  const ofMissed = [...byCode].filter(([, { yes }]) => yes > 0);
  const [only] = ofMissed;
  if (only !== undefined && ofMissed.length === 1 && only[1].yes >= ENOUGH) {
    return { settled: true, source: 'evidence', meanings: new Map([[only[0], 'not rated']]), evidence };
  }
  return { settled: false, evidence };
}

function unreadByEvidence({ offlineMessages }: CodeObservations): Reading<'unread'> {
  const byCode = tally(offlineMessages.map((row) => ({ code: row.unreadCode, yes: row.replied, count: row.count })));
  const evidence = describe(byCode, 'with a reply');
  const replied = [...byCode].filter(([, { yes }]) => yes > 0);
  const others = [...byCode].filter(([, { yes }]) => yes === 0);
  const [read] = replied;
  const [unread] = others;
  const isProven =
    read !== undefined &&
    replied.length === 1 &&
    read[1].yes >= ENOUGH &&
    others.length <= 1 &&
    (unread?.[1].no ?? ENOUGH) >= ENOUGH;
  if (!isProven) return { settled: false, evidence };
  const meanings = new Map<number, 'read' | 'unread'>([[read[0], 'read']]);
  if (unread !== undefined) meanings.set(unread[0], 'unread');
  return { settled: true, source: 'evidence', meanings, evidence };
}

function describe(byCode: ReadonlyMap<number, Tally>, property: string): string {
  if (byCode.size === 0) return 'no value was seen yet';
  return [...byCode]
    .sort(([one], [other]) => one - other)
    .map(([code, { yes, no }]) => `value ${code}: ${yes + no} seen, ${yes} ${property}`)
    .join('; ');
}

/** What a value of a code means here; undefined where that is not settled or the value was never explained. */
export function meaningOf<Name extends CodeName>(
  book: Codebook,
  name: Name,
  code: number | undefined,
): CodeMeaning<Name> | undefined {
  const reading: Reading<Name> = book[name];
  return reading.settled && code !== undefined ? reading.meanings.get(code) : undefined;
}
