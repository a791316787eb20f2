import { chatsWhat, coverageOfPart, WHOLE, type Covered } from '../../answers/closing.ts';
import { answerTokens, rowsThatFit } from '../../answers/token-budget.ts';
import { agentName } from '../../answers/words/names.ts';
import { noneWords } from '../../answers/words/none-words.ts';
import { wholePeriodText } from '../../answers/words/period-text.ts';
import type { FoundTopics } from '../../insights/topics/found-topics.ts';
import type { Period } from '../../model/calendar/period.ts';
import type { Agent, NamedAgent } from '../../model/records.ts';
import { counted } from '../../model/words/count.ts';
import { groupedText } from '../../model/words/number.ts';
import { estimatedShareText, shareText } from '../../model/words/share.ts';
import { weekdayDayText } from '../../model/words/time.ts';
import { enclosed } from '../../privacy/boundary.ts';
import { joinMixed, mixed, type Quoted } from '../../privacy/quoted.ts';
import type { PeriodTalk, Talk } from './read-talk.ts';
import type { Said, TopicRow } from './topic-data.ts';

/** The part of an answer's tokens that each of its up to three lists may take. */
const PART_OF_ANSWER = 0.35;

/** A list of topics in its boundary, under its heading if it has one; undefined where there is none. */
export function topicList(
  rows: readonly TopicRow[],
  { limit, named, thisYear }: { limit: number; named: ReadonlyMap<number, NamedAgent>; thisYear: string },
  heading?: string,
): string | undefined {
  if (rows.length === 0) return undefined;
  const lines = rows.map((row) => topicLine(row, named, thisYear));
  const shown = rowsThatFit(lines, PART_OF_ANSWER * answerTokens(limit));
  const list = enclosed(joinMixed(lines.slice(0, shown), '\n'));
  const left = shown < lines.length ? `\n${lines.length - shown} more do not fit.` : '';
  return `${heading === undefined ? '' : `${heading}\n`}${list}${left}`;
}

function topicLine({ data, firstDay }: TopicRow, named: ReadonlyMap<number, NamedAgent>, thisYear: string): Quoted {
  const { term, goes_with: others, said, before, chat_id: chatId, agent } = data;
  const agentOfTopic = agent && named.get(agent.agent_id);
  const also = others.length === 0 ? '' : mixed` (with ${joinMixed(others, ', ')})`;
  const facts = [
    before === undefined ? countWords(said) : `${countWords(before)} → ${countWords(said)}`,
    // Of one that was said before, too, the first day says nothing of when it rose.
    ...(firstDay === undefined || (before?.chats ?? 0) > 0 ? [] : [`first on ${weekdayDayText(firstDay, thisYear)}`]),
    ...(agent === undefined
      ? []
      : [
          `more with ${(agentOfTopic && agentName(agentOfTopic)) ?? `agent ${agent.agent_id}`}: ${agent.chats} of ${agent.of}`,
        ]),
    ...(chatId === undefined ? [] : [`e.g. ${chatId}`]),
  ];
  return mixed`- ${term}${also}: ${facts.join(', ')}`;
}

/** How many of the chats that were read have a term, and its share of all: `38 (13.5%)`, `17 (9%; 5–13)`. */
function countWords(said: Said): string {
  return said.chats === 0 && said.ci95 === undefined ? '0' : `${groupedText(said.chats)} (${saidWords(said)})`;
}

/** The share of chats that have a term, with its interval where it is an estimate: `13.5%`, `9%; 5–13`. */
export function saidWords({ chats, of, share, ci95 }: Said): string {
  const [low, high] = ci95 ?? [];
  if (low === undefined || high === undefined) return of === 0 ? '–' : shareText(chats, of);
  return estimatedShareText(share, low, high);
}

/** The first line of an answer: what is counted, of whom, when, and how much of it changed. */
export function headingWords(
  whose: string,
  period: Period,
  earlier: Period | undefined,
  { now, before, isComparable }: Talk,
  { changed }: FoundTopics,
  isZoned: boolean,
): string {
  const days = wholePeriodText(period, isZoned);
  if (earlier === undefined || before === undefined || !isComparable || changed === undefined) {
    const form = now.isSample ? ' read (estimated share of all; 95% interval)' : ' (share)';
    return `**Words visitors used (not their meaning)${whose}, ${days}**: of ${counted(now.spoken, 'chat')}${form}`;
  }
  const chats = ({ spoken }: PeriodTalk) => groupedText(spoken);
  const { rising, falling, tested } = changed;
  const some = (count: number, verb: string) => `${count === 0 ? 'none' : count} ${verb}`;
  const changes =
    rising.length + falling.length === 0
      ? 'none rose or fell'
      : `${some(rising.length, 'rose')} and ${some(falling.length, 'fell')}`;
  return `**Words visitors used (not their meaning)${whose}, ${wholePeriodText(earlier, false)} (of ${chats(before)} chats) → ${days} (of ${chats(now)})**: ${changes} beyond chance (exact test, corrected for ${counted(tested, 'term')}; one visitor's chats count as one)`;
}

/** What the numbers of a period rest on where not all of its chats have words of a visitor; nothing where they have. */
export function basisWords({ read, population, isSample, spoken, untold }: PeriodTalk, days: string): string[] {
  const unclear = untold === 0 ? '' : `; in ${groupedText(untold)} it is unknown who wrote what`;
  const text = `${groupedText(spoken)} have visitor text${unclear}.`;
  const { loaded, drawn, rest } = read;
  if (!isSample) return spoken === population ? [] : [`Of ${counted(population, 'chat')}${days}, ${text}`];
  if (loaded === 0)
    return [`Estimate${days} from ${groupedText(drawn)} random transcripts of ${groupedText(population)}; ${text}`];
  return [
    `Estimate${days} from ${counted(loaded, 'transcript')} loaded before and ${groupedText(drawn)} random ones of the other ${groupedText(rest)}; ${text}`,
  ];
}

/** Why changes are not shown yet. */
export function notComparedWords({ now, before }: Talk): string | undefined {
  if (before === undefined) return undefined;
  if (before.chats.isWhole && before.population === 0) {
    return 'Which terms rose or fell is unknown: no chat of the earlier period has ended.';
  }
  const why = !before.chats.isWhole
    ? 'the chats of the earlier period are not all loaded'
    : before.awaited + now.awaited > 0
      ? `the earlier period is read as fully as this one first, and ${counted(before.awaited + now.awaited, 'transcript')} of both are missing`
      : before.areMostUntold
        ? `in ${before.untold} of the ${before.read.all.length} transcripts of the earlier period, it is unknown which messages are the visitor's`
        : 'no transcript of the earlier period could be read';
  return `Which terms rose or fell is not known yet: ${why}.`;
}

/** Why there is nothing to show of a period; undefined where something is. */
export function nothingWords(
  { chats, population, read, awaited, isRefused, untold, areMostUntold }: PeriodTalk,
  days: string,
): string | undefined {
  const { coverage, isWhole } = chats;
  if (!isWhole) return `**No terms yet**: transcripts are chosen once all chats of ${days} are loaded.`;
  if (population === 0) {
    return noneWords('chat of this period', 'No chat of this period has ended yet, or none was requested.', coverage);
  }
  if (isRefused) {
    return 'The service gave none of the transcripts that were asked for: the login may not be allowed to read them.';
  }
  if (read.all.length === 0) {
    return awaited > 0
      ? `**No terms yet**: no transcript of ${days} is loaded.`
      : 'No transcript of this period could be read.';
  }
  if (!areMostUntold) return undefined;
  return `In ${untold} of the ${read.all.length} transcripts, it is unknown which messages are the visitor's. Authors' names and user_type show it: record_code_meaning saves what the values of user_type mean.`;
}

/** Why there is no topic: of a few transcripts that were read, nothing can be said of the others. */
export function noTopicWords({ awaited }: PeriodTalk, areOfMany: boolean): string {
  return awaited > 0
    ? 'Too few transcripts are loaded yet to show a term.'
    : `No term was used ${areOfMany ? 'by three visitors' : 'in three chats'}. Greetings, and words that come up mostly later in a chat, do not count.`;
}

/** The chats of a period, and the transcripts of them that are looked at, as parts of what an answer rests on. */
export function coveredBy(
  { chats: { coverage, isWhole }, read, awaited, awaitedFor, isSample }: PeriodTalk,
  agent: Agent | undefined,
  period: Period,
): Covered[] {
  const have = read.all.length;
  return [
    { what: chatsWhat(agent), coverage, period },
    ...(!isWhole || have + awaited === 0
      ? []
      : [
          {
            what: isSample || awaited > 0 ? 'sampled transcripts' : 'transcripts',
            coverage: awaited === 0 ? WHOLE : coverageOfPart({ requests: awaited, seconds: awaitedFor }),
            count: have,
            of: have + awaited,
            period,
          } as const,
        ]),
  ];
}
