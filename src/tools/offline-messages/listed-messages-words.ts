import type { SelectionCounts } from '../../insights/triage/selection.ts';
import type { Period } from '../../model/calendar/period.ts';
import { isComplete, type Coverage } from '../../model/coverage.ts';
import type { TriagePriority } from '../../model/decided-here.ts';
import { joinSafe, ownWord, safe, type OwnText } from '../../privacy/safe-text.ts';
import { noneWords } from '../../answers/words/none-words.ts';
import { periodWords } from '../../answers/words/quantities.ts';
import type { MessageState } from './message-states.ts';
import { countsWords } from './selection-words.ts';
import { levelWords } from './triage-words.ts';

/** What is asked of the list, apart from its period and its order. */
interface AskedMessages {
  readonly state: MessageState;
  readonly query?: string | undefined;
  readonly codes?: unknown;
  readonly older_than_days?: number | undefined;
  readonly decided?: TriagePriority | 'any' | undefined;
}

/** The counts of the answer. */
interface FoundMessages {
  readonly total: number;
  /** The messages in the archive. */
  readonly known: number;
  /** The messages whose state is unknown, because the meaning of their code is. */
  readonly undecided: number;
  /** Whether the state depends on a code whose meaning is not settled. */
  readonly isOpen: boolean;
  /** Whether it is still unknown who was served later. */
  readonly isUnknown: boolean;
  /** The messages that arrived after the first page. */
  readonly cameIn: number;
  readonly coverage: Coverage;
}

/** The heading of a list: how many messages of how many, which, and their ages. */
export function headingWords(
  { state, older_than_days: olderThan, decided }: AskedMessages,
  { total, known, undecided, isOpen, isUnknown, cameIn, coverage }: FoundMessages,
  period: Period | undefined,
  counts: SelectionCounts,
): OwnText {
  const which = safe`${decided === undefined ? safe`` : safe`decided `}${STATE_WORDS[state]}offline messages`;
  const when = period === undefined ? safe`` : safe`, ${periodWords(period)}`;
  const older = olderThan === undefined ? safe`` : safe`, older than ${olderThan} days`;
  const them = cameIn === 1 ? safe`it` : safe`them`;
  const since =
    cameIn === 0 ? safe`` : safe`; ${cameIn} came in since the first page: leave the cursor out to see ${them}`;
  const ages = total === 0 ? safe`` : safe`. ${countsWords(counts, olderThan ?? 0)}`;
  return safe`**${countWords(total, undecided, isOpen)}${which}** of ${known} ${knownWords(coverage)}${isUnknown ? safe` so far` : safe``}${when}${older}${since}${ages}`;
}

function knownWords(coverage: Coverage): OwnText {
  if (isComplete(coverage)) return safe`known`;
  const isCounted = coverage.covered >= coverage.asked || coverage.remaining !== undefined;
  return isCounted ? safe`at hand` : safe`at hand, of how many is not known yet`;
}

/** The number of messages found; `isOpen`: by a code whose meaning is not settled, `undecided` of them by one that is unknown. */
function countWords(found: number, undecided: number, isOpen: boolean): OwnText {
  if (undecided > 0 && found === 0) return safe`Unknown number of `;
  return safe`${undecided > 0 ? safe`At least ` : safe``}${found}${isOpen ? safe` likely` : safe``} `;
}

const STATE_WORDS: Readonly<Record<MessageState, OwnText>> = {
  unanswered: safe`unanswered `,
  unread: safe`unread `,
  untriaged: safe`untriaged `,
  drafted: safe`drafted `,
  served_since: safe`unanswered, but since served, `,
  wrote_again: safe`unanswered, of visitors who wrote several, `,
  all: safe``,
};

const NONE_IN_STATE: Readonly<Record<MessageState, OwnText>> = {
  unanswered: safe`Every message has a reply. State all shows them.`,
  unread: safe`No message is unread; state unanswered shows those without a reply.`,
  untriaged: safe`The queue is empty: every message has a reply or a decision. State unanswered shows decided ones that wait for their reply, drafted those with a draft.`,
  drafted: safe`No draft is kept for a message that waits. record_triage with draft_reply keeps one.`,
  served_since: safe`No visitor with an unanswered message had a later chat that an agent took, in the last 7 days.`,
  wrote_again: safe`No visitor has several messages without a reply.`,
  all: safe`No offline message is at hand.`,
};

/** Says why nothing was found, if that is known, and which argument to leave out. */
export function nothingFoundWords(
  { state, query, codes, older_than_days: olderThan, decided }: AskedMessages,
  { known, coverage, isUnknown }: FoundMessages,
  period: Period | undefined,
): OwnText {
  if (known === 0) return noneWords(safe`offline message`, safe`No offline message was ever sent.`, coverage);
  if (!isComplete(coverage)) {
    return safe`None of the ${known} messages at hand is meant, but the list has not been read to its end yet.`;
  }
  if (isUnknown) return safe`Who was served since is not known yet.`;
  const asked = [
    ...(period === undefined ? [] : [safe`the period (${ownWord(period.zone.id)})`]),
    ...(olderThan === undefined ? [] : [safe`older_than_days`]),
    ...(query === undefined ? [] : [safe`query`]),
    ...(codes === undefined ? [] : [safe`codes`]),
  ];
  if (asked.length > 0) {
    const [which, others] =
      state === 'all' ? [safe``, safe``] : [safe` in the state ${ownWord(state)}`, safe`, or ask with state all`];
    const one = asked.length === 1 ? safe`it` : safe`one of them`;
    return safe`No message${which} fits ${joinSafe(asked, ', ')}. Leave ${one} out${others}.`;
  }
  if (decided === 'any') return safe`Nobody has decided about a message yet.`;
  if (decided !== undefined) return safe`No message is decided as ${levelWords(decided)}.`;
  return NONE_IN_STATE[state];
}
