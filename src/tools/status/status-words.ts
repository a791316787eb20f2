import type { Bot, Desk } from '../../answers/desk.ts';
import { codesOverview } from '../../answers/words/codebook-words.ts';
import type { DatedRecovery } from '../../archive/care/recovery.ts';
import type { Zone } from '../../model/calendar/zone.ts';
import { countWords, doubtWords } from '../../model/decided-here.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import type { RedactionLevel } from '../../model/redaction.ts';
import { counted } from '../../model/words/count.ts';
import { waitText } from '../../model/words/duration.ts';
import { groupedText } from '../../model/words/number.ts';
import { momentText, recentMomentText, wholeMomentText, yearOf } from '../../model/words/time.ts';
import { deskLine } from '../../privacy/cleaned-text.ts';
import type { Budget } from '../../upstream/client.ts';
import { backgroundWords } from './background-words.ts';
import { loadedDaysWords } from './loaded-days-words.ts';
import type { Status } from './status.ts';
import { syncWords } from './sync-words.ts';
import { troubleWords } from './trouble-words.ts';

/** A status in words: a line for each thing. `isLast`: the server ends with it. */
export function statusWords(status: Status, desk: Desk, isLast: boolean): string {
  const { budget, readAhead, sync, book, retentionDays, setAsideAt, recoveries } = status;
  const { service, zone, redact, chatbots } = desk;
  const codes = codesOverview(book);
  const lines = [
    ...(budget.trouble === undefined ? [] : [troubleWords(budget.trouble, zone)]),
    budgetWords(budget),
    ...loadedWords(status, desk),
    backgroundWords(readAhead, desk, isLast),
    ...(sync === undefined ? [] : [syncWords(sync, zone)]),
    redactionWords(redact),
    ...(codes === undefined ? [] : [`Codes: ${codes}`]),
    ...(chatbots?.bots ?? []).map(botWords),
    ...(retentionDays === undefined
      ? []
      : [`Kept: ${counted(retentionDays, 'day')}; older records are removed (setting retention_days)`]),
    ...setAsideAt.map(
      (at) =>
        `**The archive's file was damaged and is set aside (${momentText(zone, at, 'with year')}).** A new one was created, and what it lacks is loaded when it is needed. The command \`archive status\` names the old file`,
    ),
    ...recoveries.map((recovery) => recoveryWords(recovery, zone)),
  ];
  return [
    `**Service** ${deskLine(service, 300)}, ${wholeMomentText(zone, desk.clock())} (${zone.id})`,
    ...lines.map((line) => `- ${line}`),
  ].join('\n');
}

/** What decides how long loading takes now, beside the usual limit: failures, pauses, slower endpoints, and what is loaded unasked. */
export function hindranceWords({ budget, readAhead, sync }: Status, desk: Desk, isLast: boolean): string {
  const isSlowed = budget.pausedFor > 0 || budget.endpoints.length > 0;
  const lines = [
    ...(budget.trouble === undefined ? [] : [troubleWords(budget.trouble, desk.zone)]),
    ...(isSlowed ? [budgetWords(budget)] : []),
    ...(readAhead === undefined ? [] : [backgroundWords(readAhead, desk, isLast)]),
    ...(sync === undefined ? [] : [syncWords(sync, desk.zone)]),
  ];
  return lines.map((line) => `\n- ${line}`).join('');
}

function budgetWords({ perMinute, usedLastMinute, source, pausedFor, endpoints, untoldRefusal }: Budget): string {
  return [
    `Requests: ${groupedText(usedLastMinute)} in the last minute, limit ${groupedText(perMinute)} (${source})`,
    ...endpoints.map((one) => `${one.endpoint}: limit ${groupedText(one.perMinute)} (learned)`),
    ...(pausedFor > 0 ? [`next in ${waitText(pausedFor)}`] : []),
    ...(untoldRefusal === undefined ? [] : [`the last refusal without a time: ${deskLine(untoldRefusal.shape, 300)}`]),
  ].join('; ');
}

const LISTS = {
  agents: 'agent',
  offline_messages: 'offline message',
  visitors: 'visitor',
} as const;

/** What is loaded of the records that the caller may see. */
function loadedWords(status: Status, { archive: { shown }, zone, clock }: Desk): string[] {
  const now = clock();
  const { lists } = status.holdings;
  const seen = (['agents', 'offline_messages', 'visitors'] as const).filter((list) =>
    list === 'agents' ? shown.chats !== 'none' : list === 'visitors' ? shown.visitors : shown.offlineMessages,
  );
  const counts = seen.map((list) => ({ ...lists[list], noun: LISTS[list] }));
  const whole = Map.groupBy(
    counts.filter(({ asOf }) => asOf !== undefined),
    ({ asOf }) => asOf,
  );
  const partly = counts.filter(({ asOf, count }) => asOf === undefined && count > 0);
  const none = counts.filter(({ asOf, count }) => asOf === undefined && count === 0);
  const chats = shown.chats === 'none' ? [] : [chatsWords(status, zone, now)].filter((words) => words !== undefined);
  if (chats.length === 0 && none.length === counts.length) {
    return ['Nothing is loaded yet: ask a question, and it loads what it needs'];
  }
  const rest = [
    ...partly.map(({ noun, count }) => `${counted(count, noun)} so far`),
    ...(none.length === 0 ? [] : [`not loaded: ${none.map(({ noun }) => `${noun}s`).join(', ')}`]),
  ];
  return [
    ...chats,
    ...[...whole].map(
      ([asOf, some]) =>
        `${some.map(({ noun, count }) => counted(count, noun)).join(', ')}${asOf === undefined ? '' : `, as of ${recentMomentText(zone, asOf, now)}`}`,
    ),
    ...(rest.length === 0 ? [] : [sentence(rest.join('; '))]),
  ];
}

/** Undefined where no chat was ever loaded, nor a day without one. */
function chatsWords({ holdings, calendar, coverage }: Status, zone: Zone, now: EpochMillis): string | undefined {
  const { count, transcripts } = holdings.chats;
  if (count === 0 && calendar.runs.length === 0) return undefined;
  const asOf = coverage.changingAsOf ?? coverage.asOf;
  return [
    `Chats: ${loadedDaysWords(calendar, yearOf(zone, now))}${zone.id === 'UTC' ? '' : ' in UTC'}`,
    counted(count, 'chat'),
    counted(transcripts, 'transcript'),
    ...(asOf === undefined ? [] : [`as of ${recentMomentText(zone, asOf, now)}`]),
  ].join(', ');
}

/** Words as a line begins. */
function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Says what answers do not show, so that nobody takes its absence for nothing found. */
function redactionWords(level: RedactionLevel): string {
  switch (level) {
    case 'contacts':
      return 'Redacted: contacts, cards, secrets';
    case 'cards':
      return 'Redacted: cards, secrets; contacts are shown (setting redact: cards)';
    case 'none':
      return '**Nothing is redacted** (setting redact: none)';
  }
}

function botWords({ name, endpoints, confirm }: Bot): string {
  const words = endpoints.map((endpoint) => `${deskLine(endpoint.name)} (${deskLine(endpoint.description, 300)})`);
  return `Bot ${deskLine(name)}: ${words.join(', ')}${confirm === 'required' ? '; needs a confirmation through the app' : ''}`;
}

function recoveryWords({ at, carried, doubtful }: DatedRecovery, zone: Zone): string {
  const lost = doubtful.length === 0 ? 'Nothing is lost' : `**Some may be lost: ${doubtWords(doubtful)}**`;
  return `Damage was found (${momentText(zone, at, 'with year')}). Saved decisions were carried over: ${countWords(carried)}. ${lost}`;
}
