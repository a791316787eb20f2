import { durationText } from '../../model/words/duration.ts';
import { countText, isAre } from '../../model/words/count.ts';
import type { Period } from '../../model/calendar/period.ts';
import { enclosed } from '../../privacy/boundary.ts';
import { joinMixed, mixed, type Quoted } from '../../privacy/quoted.ts';
import { capitalised } from '../../model/words/capitals.ts';
import type { FoundTopics } from '../../insights/topics/found-topics.ts';
import type { Agent, NamedAgent } from '../../model/records.ts';
import { answerTokens, paragraphs, rowsThatFit } from '../../answers/token-budget.ts';
import { agentName } from '../../answers/words/names.ts';
import { chatsWhat, coverageOfPart, type Covered, WHOLE } from '../../answers/closing.ts';
import { noneWords } from '../../answers/words/none-words.ts';
import { periodWords } from '../../answers/words/quantities.ts';
import type { PeriodTalk, SpokenSample, Talk } from './spoken-sample.ts';
import type { TopicData } from './topic-data.ts';
import { estimatedShareText, percentText } from '../../model/words/share.ts';

/** The part of an answer's tokens that each of its up to three lists may take. */
const PART_OF_ANSWER = 0.35;

/** A list of topics in its boundary; undefined where there is none. */
export function topicList(
  topics: readonly TopicData[],
  limit: number,
  named: ReadonlyMap<number, NamedAgent>,
): string | undefined {
  if (topics.length === 0) return undefined;
  const lines = topics.map((topic) => topicLine(topic, named));
  const shown = rowsThatFit(lines, PART_OF_ANSWER * answerTokens(limit));
  const list = enclosed(joinMixed(lines.slice(0, shown), '\n'));
  return shown < lines.length ? `${list}\n${lines.length - shown} more do not fit.` : list;
}

function topicLine(
  { term, goes_with: others, said, before, chat_id: chatId, agent }: TopicData,
  named: ReadonlyMap<number, NamedAgent>,
): Quoted {
  const parts = [
    `${said.chats}, ${saidWords(said)}`,
    ...(before === undefined ? [] : [`before ${before.chats}, ${saidWords(before)}`]),
    ...(agent === undefined
      ? []
      : [`more with ${agentNamed(agent.agent_id, named) ?? `agent ${agent.agent_id}`}: ${agent.chats} of ${agent.of}`]),
    ...(chatId === undefined ? [] : [`chat ${chatId}`]),
  ];
  const also = others.length === 0 ? '' : mixed` (with ${joinMixed(others, ', ')})`;
  return mixed`- ${term}${also}: ${parts.join('; ')}`;
}

/** In how many of those chats it was said, as a share: `38 % (31–46)`. */
export function saidWords({ chats, of, ci95 }: TopicData['said']): string {
  if (of === 0) return 'none looked at';
  const [low, high] = ci95 ?? [];
  if (low === undefined || high === undefined) return percentText(chats / of);
  return estimatedShareText(chats / of, low, high);
}

function agentNamed(agentId: number, named: ReadonlyMap<number, NamedAgent>): string | undefined {
  const agent = named.get(agentId);
  return agent && agentName(agent);
}

/** What the numbers of a period rest on, and what is still to come. */
export function basisWords(period: Period, talk: PeriodTalk): string {
  const { sample, untold } = talk;
  const parts = [
    `${capitalised(periodWords(period))}: ${lookedWords(talk)}.`,
    ...(talk.isSample ? ['In brackets: 95 % intervals.'] : []),
    ...(untold === 0 ? [] : [`Left out: ${untold} in which nobody can tell who wrote.`]),
    ...(sample.awaited === 0 ? [] : [awaitedWords(sample)]),
  ];
  return parts.join(' ');
}

function lookedWords({ sample, chats, isSample }: PeriodTalk): string {
  const { looked, population } = sample;
  return isSample
    ? `${countText(chats, 'chat')} with words of a visitor, of ${looked.length} drawn at random from ${population}`
    : `${countText(chats, 'chat')} with words of a visitor, of all ${population}`;
}

function awaitedWords({ awaited, awaitedFor }: SpokenSample): string {
  const transcripts = countText(awaited, 'more transcript');
  return `${transcripts} of the random sample ${isAre(awaited)} being read, about ${durationText(Math.max(1, awaitedFor))}; asked again then, this tells more.`;
}

/** What rises and falls against another period, or why that is not told. */
export function comparisonWords(
  period: Period,
  before: NonNullable<Talk['before']>,
  { changed }: FoundTopics,
  {
    rising = [],
    falling = [],
  }: { readonly rising?: readonly TopicData[] | undefined; readonly falling?: readonly TopicData[] | undefined },
  list: (topics: readonly TopicData[]) => string | undefined,
): string {
  const against = `Against ${periodWords(period)}: ${lookedWords(before)}.`;
  if (changed === undefined) {
    const { sample, untold, areMostUntold } = before;
    const why = !sample.isListed
      ? 'the list of the chats of that period is not read whole'
      : areMostUntold
        ? `in ${untold} of the ${sample.looked.length} transcripts of that period, it is unknown which messages are the visitor's`
        : 'one of the random samples is not read whole';
    const rest = sample.awaited === 0 ? '' : ` ${awaitedWords(sample)}`;
    return `${against} What rises is not told yet: ${why}.${rest}`;
  }
  const test = `_Exact test of ${changed.tested} terms, each visitor counted once, corrected for their number: were nothing changed, at most 1 in 20 such answers would name any._`;
  const [up, down] = [list(rising), list(falling)];
  if (up === undefined && down === undefined) {
    return `${against} Nothing rises or falls beyond what chance does.\n${test}`;
  }
  return paragraphs(
    `${against}\n${test}`,
    up === undefined ? '**Rises beyond chance**: nothing.' : `**Rises beyond chance**\n${up}`,
    down === undefined ? undefined : `**Falls beyond chance**\n${down}`,
    '**Said most**',
  );
}

/** Why no topic is told: of a few transcripts that were read, nothing can be said of the others. */
export function noTopicWords({ sample }: PeriodTalk): string {
  return sample.awaited > 0
    ? 'Too few transcripts are read yet to tell a topic.'
    : 'No word was said by three visitors: greetings, and what comes up mostly later in a chat, are left out.';
}

/** The chats of a period, and the transcripts of them that are looked at, as parts of what an answer rests on. */
export function coveredBy({ sample, isSample }: PeriodTalk, agent: Agent | undefined, period: Period): Covered[] {
  const { coverage, isListed, looked, awaited, awaitedFor } = sample;
  const transcripts = isSample || awaited > 0 ? 'sampled transcripts' : 'transcripts';
  return [
    { what: chatsWhat(agent), coverage, period },
    ...(!isListed || looked.length + awaited === 0
      ? []
      : [
          {
            what: transcripts,
            coverage: awaited === 0 ? WHOLE : coverageOfPart({ requests: awaited, seconds: awaitedFor }),
            count: looked.length,
            of: looked.length + awaited,
            period,
          } as const,
        ]),
  ];
}

export const NEXT =
  'Next: get_chat_transcript shows a chat; search_transcripts finds those with a term, and whose they are.';

/** Why nothing is told of a period; undefined where something is. */
export function nothingWords({ sample, untold, areMostUntold }: PeriodTalk): string | undefined {
  const { coverage, isListed, population, looked, awaited, isRefused } = sample;
  if (!isListed) {
    return `Nothing is told yet: the random sample of transcripts is drawn when the list of the period's chats is read whole.`;
  }
  if (population === 0) {
    return noneWords('chat of this period', 'No chat of this period has ended yet, or none was requested.', coverage);
  }
  if (isRefused)
    return 'The service gave none of the transcripts that were asked for: the login may not be allowed to read them.';
  if (looked.length === 0 && awaited > 0) return awaitedWords(sample);
  if (looked.length === 0) return 'No transcript of this period could be read.';
  if (areMostUntold) {
    return `In ${untold} of the ${looked.length} transcripts looked at, nobody can tell which messages are the visitor's. Names and user_type tell it: record_code_meaning settles what the values of user_type mean.`;
  }
  return undefined;
}
