import { z } from 'zod';
import type { Holdings } from '../../archive/walking/holdings.ts';
import type { DatedRecovery } from '../../archive/care/recovery.ts';
import { countWords, DECISION_TABLES, doubtWords } from '../../model/decided-here.ts';
import { deskLine, joinSafe, ownWord, safe, OwnText } from '../../privacy/safe-text.ts';
import type { Budget } from '../../upstream/client.ts';
import type { Bot, Desk } from '../../answers/desk.ts';
import { advertisedAs } from '../../answers/tool.ts';
import { paragraphs } from '../../answers/token-budget.ts';
import type { Status } from './status.ts';
import { calendarData, CalendarShape, calendarWords } from './archived-days-words.ts';
import type { Codebook } from '../../insights/codes/codebook.ts';
import { CODE_NAMES } from '../../model/codes.ts';
import { isOpen } from '../../answers/words/code-words.ts';
import { CodebookShape, codebookData } from '../../answers/words/codebook-words.ts';
import { agesData, localDays } from '../../answers/coverage-data.ts';
import { agesWords } from '../../answers/words/age-words.ts';
import { durationWords, isoTime, timeWords } from '../../answers/words/quantities.ts';
import { REDACTION_LEVELS, type RedactionLevel } from '../../model/redaction.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import { readAheadData, ReadAheadShape, readAheadWords } from './read-ahead-words.ts';
import { syncData, SyncShape, syncWords } from './sync-words.ts';
import { troubleData, troubleWords } from './trouble-words.ts';
import { rounded } from '../../model/words/number.ts';

const ListShape = z.strictObject({
  known: z.number(),
  as_of: OwnText.optional(),
  page_size: z.number().optional(),
});

const OPEN = advertisedAs({ type: 'object' });

/** The status of a desk and of its service (design, "Shapes"). Advertised in few words: the text says all of it. */
export const StatusShape = z.strictObject({
  account: z.strictObject({ service: OwnText, redact: z.enum(REDACTION_LEVELS) }).meta(OPEN),
  budget: z.strictObject({
    per_minute: z.number(),
    used_last_minute: z.number(),
    source: z.enum(['setting', 'learned']),
    paused_seconds: z.number(),
    endpoints: z
      .array(z.strictObject({ endpoint: OwnText, per_minute: z.number() }))
      .meta(advertisedAs({ type: 'array' })),
  }),
  archive: z
    .strictObject({
      /** Absent, as the lists below, for whoever lacks the scope of it. */
      chats: ListShape.extend({
        changing_as_of: OwnText.optional(),
        days_asked: z.number(),
        days_covered: z.number(),
        oldest: OwnText.optional(),
        newest: OwnText.optional(),
        transcripts: z.number(),
        ...CalendarShape,
      }).optional(),
      offline_messages: ListShape.optional(),
      agents: ListShape.optional(),
      visitors: ListShape.optional(),
      /** The moments at which damaged files were set aside that are still there. */
      damaged_set_aside: z.array(OwnText).optional(),
      /** The moment at which damage was met, the number of decisions carried over, and the kinds of which some may be lost. */
      recoveries: z
        .array(
          z.strictObject({
            at: OwnText,
            carried: z.strictObject({
              erased_visitors: z.number(),
              triage: z.number(),
              audit: z.number(),
              account_keys: z.number(),
              code_meanings: z.number(),
              tokens: z.number(),
            }),
            may_be_lost: z.array(z.enum(DECISION_TABLES)),
          }),
        )
        .optional(),
      retention_days: z.number().optional(),
    })
    .meta(OPEN),
  read_ahead: ReadAheadShape.meta(OPEN),
  /** How far `http --sync` is; absent where this server does not sync. */
  sync: SyncShape.meta(OPEN).optional(),
  /** Why the service could not be asked lately. */
  trouble: z.strictObject({ message: OwnText, advice: OwnText, at: OwnText.optional() }).meta(OPEN).optional(),
  codebook: CodebookShape.meta(advertisedAs({ type: 'array' })),
  chatbots: z
    .array(z.strictObject({ bot: OwnText, endpoints: z.array(OwnText), confirm: z.enum(['host', 'required']) }))
    .meta(advertisedAs({ type: 'array' }))
    .optional(),
});

/** A status as data. */
export function statusData(
  {
    budget,
    holdings,
    calendar,
    recent,
    coverage,
    book,
    setAsideAt,
    recoveries,
    retentionDays,
    readAhead,
    sync,
  }: Status,
  { service, zone, redact, chatbots, archive: { shown } }: Desk,
): z.input<typeof StatusShape> {
  const { chats, lists } = holdings;
  const listData = ({ count, asOf, pageSize }: Holdings['lists']['agents']): z.input<typeof ListShape> =>
    omitUndefined({
      known: count,
      as_of: mapKnown(asOf, (asOf) => isoTime(zone, asOf)),
      page_size: pageSize,
    });
  return {
    account: { service: deskLine(service, 300), redact },
    budget: {
      per_minute: budget.perMinute,
      used_last_minute: budget.usedLastMinute,
      source: budget.source,
      paused_seconds: rounded(budget.pausedFor, 0),
      endpoints: budget.endpoints.map(({ endpoint, perMinute }) => ({
        endpoint: ownWord(endpoint),
        per_minute: perMinute,
      })),
    },
    archive: omitUndefined({
      chats:
        shown.chats === 'none'
          ? undefined
          : omitUndefined({
              ...listData(chats),
              ...agesData(coverage, zone),
              ...localDays(coverage, recent),
              oldest: mapKnown(chats.oldest, (oldest) => isoTime(zone, oldest)),
              newest: mapKnown(chats.newest, (newest) => isoTime(zone, newest)),
              transcripts: chats.transcripts,
              ...calendarData(calendar),
            }),
      offline_messages: shown.offlineMessages ? listData(lists.offline_messages) : undefined,
      agents: shown.chats === 'none' ? undefined : listData(lists.agents),
      visitors: shown.visitors ? listData(lists.visitors) : undefined,
      ...(setAsideAt.length > 0 && { damaged_set_aside: setAsideAt.map((at) => isoTime(zone, at)) }),
      ...(recoveries.length > 0 && {
        recoveries: recoveries.map(({ at, carried, doubtful }) => ({
          at: isoTime(zone, at),
          carried,
          may_be_lost: [...doubtful],
        })),
      }),
      retention_days: retentionDays,
    }),
    read_ahead: readAheadData(readAhead, zone),
    ...omitUndefined({
      sync: mapKnown(sync, (state) => syncData(state, zone)),
      trouble: mapKnown(budget.trouble, (trouble) => troubleData(trouble, zone)),
    }),
    codebook: codebookData(book),
    ...(chatbots && {
      chatbots: chatbots.bots.map(({ name, endpoints, confirm }) => ({
        bot: deskLine(name),
        endpoints: endpoints.map((endpoint) => deskLine(endpoint.name)),
        confirm,
      })),
    }),
  };
}

/** A status in words. `isLast`: the server ends with it. */
export function statusWords(status: Status, desk: Desk, isLast: boolean): OwnText {
  const { service, zone, redact, chatbots } = desk;
  const { lists } = status.holdings;
  const { shown } = desk.archive;
  const seesChats = shown.chats !== 'none';
  const areShown = { offline_messages: shown.offlineMessages, agents: seesChats, visitors: shown.visitors };
  const lines = [
    safe`Service: ${deskLine(service, 300)}`,
    redactionWords(redact),
    ...(status.budget.trouble === undefined ? [] : [troubleWords(status.budget.trouble, zone)]),
    budgetWords(status.budget),
    readAheadWords(status.readAhead, desk, isLast),
    ...(status.sync === undefined ? [] : [syncWords(status.sync, zone)]),
    ...(seesChats ? [chatsWords(status, zone)] : []),
    ...(['offline_messages', 'agents', 'visitors'] as const)
      .filter((list) => areShown[list])
      .map((list) => {
        const { count, asOf, pageSize } = lists[list];
        const name = ownWord(
          list === 'offline_messages' ? 'Offline messages' : list === 'agents' ? 'Agents' : 'Visitors',
        );
        return asOf === undefined
          ? safe`${name}: not read yet${count === 0 ? safe`` : safe` to the end; ${count} at hand`}`
          : safe`${name}: ${count}, read at ${timeWords(zone, asOf)}${pageWords(pageSize)}`;
      }),
    ...(chatbots?.bots ?? []).map(chatbotWords),
    ...(status.retentionDays === undefined
      ? []
      : [safe`Kept: ${status.retentionDays} days; what is older is removed (the setting retention_days)`]),
    ...status.setAsideAt.map(
      (at) =>
        safe`**At ${timeWords(zone, at)} the archive's file was damaged and is set aside.** A new one was begun: what it held is read again when it is asked for. The command \`archive status\` names the file; who needs it no more removes it`,
    ),
    ...status.recoveries.map((recovery) => recoveryWords(recovery, zone)),
  ];
  return paragraphs(
    joinSafe(
      lines.map((line) => safe`- ${line}`),
      '\n',
    ),
    calendarWords(status.calendar),
    codesWords(status.book),
  );
}

/** What decides how long questions take now: the budget, and what is read ahead. */
export function askingWords({ budget, readAhead, sync }: Status, desk: Desk, isLast: boolean): OwnText {
  const trouble = budget.trouble === undefined ? [] : [troubleWords(budget.trouble, desk.zone)];
  const lines = [
    ...trouble,
    budgetWords(budget),
    readAheadWords(readAhead, desk, isLast),
    ...(sync === undefined ? [] : [syncWords(sync, desk.zone)]),
  ];
  return joinSafe(
    lines.map((line) => safe`- ${line}`),
    '\n',
  );
}

/** Which codes are settled, and which are not: what they mean, and what proves it, is told when it is asked for. */
function codesWords(book: Codebook): OwnText {
  const seen = CODE_NAMES.filter((name) => book[name].values.size > 0);
  const open = seen.filter((name) => isOpen(name, book));
  if (seen.length === 0) return safe`Codes of the service: none seen yet.`;
  const settled = seen.length - open.length;
  return open.length === 0
    ? safe`Codes of the service: all ${settled} that were seen are settled (about codebook).`
    : safe`Codes of the service: ${settled} settled; not settled: ${joinSafe(open.map(ownWord), ', ')} (about codebook has the evidence; record_code_meaning asks the person).`;
}

function recoveryWords({ at, carried, doubtful }: DatedRecovery, zone: Desk['zone']): OwnText {
  const lost =
    doubtful.length === 0
      ? safe`. None of them is lost`
      : safe`. **Some may be lost of these: ${deskLine(doubtWords(doubtful), 300)}**`;
  return safe`At ${timeWords(zone, at)} damage was met. What was decided here was carried over: ${deskLine(countWords(carried), 300)}${lost}`;
}

/** Says what answers do not show, so that nobody takes its absence for nothing found. */
function redactionWords(level: RedactionLevel): OwnText {
  switch (level) {
    case 'contacts':
      return safe`Redacted: visitors' emails, phones and IP addresses, card numbers, IBANs and secrets (the setting redact: contacts)`;
    case 'cards':
      return safe`Redacted: card numbers, IBANs and secrets only (the setting redact: cards)`;
    case 'none':
      return safe`**Nothing is redacted** (the setting redact: none)`;
  }
}

function chatbotWords({ name, endpoints, confirm }: Bot): OwnText {
  const words = endpoints.map((endpoint) => safe`${deskLine(endpoint.name)} (${deskLine(endpoint.description, 300)})`);
  const agreement = confirm === 'required' ? safe`; only after a question that the host accepts` : safe``;
  return safe`Chatbot ${deskLine(name)} takes data at ${joinSafe(words, ', ')}${agreement}`;
}

function budgetWords({ perMinute, usedLastMinute, source, pausedFor, endpoints, untoldRefusal }: Budget): OwnText {
  const parts = [
    safe`Requests: ${usedLastMinute} of at most ${perMinute} in the last minute (${source === 'setting' ? safe`the setting` : safe`learned: the service refused more`})`,
    ...endpoints.map((one) => safe`${ownWord(one.endpoint)} only ${one.perMinute} a minute (learned)`),
    ...(pausedFor > 0
      ? [safe`**none for another ${durationWords(Math.ceil(pausedFor))}: the service refused one**`]
      : []),
    ...(untoldRefusal === undefined
      ? []
      : [safe`the last refusal that named no time looked like this: ${deskLine(untoldRefusal.shape, 300)}`]),
  ];
  return joinSafe(parts, '; ');
}

function chatsWords({ holdings, recent, coverage }: Status, zone: Desk['zone']): OwnText {
  const { count, oldest, newest, pageSize, transcripts } = holdings.chats;
  const { days_asked: asked, days_covered: covered } = localDays(coverage, recent);
  const parts = [
    safe`Chats: ${covered} of the last ${asked} days are at hand${coverage.asOf === undefined ? safe`` : safe`, ${agesWords(coverage, zone)}`}`,
    oldest === undefined || newest === undefined
      ? safe`no chat yet: a question reads what it needs`
      : safe`${count} chats in all, from ${timeWords(zone, oldest)} to ${timeWords(zone, newest)}${pageWords(pageSize)}`,
    safe`${transcripts} transcripts`,
  ];
  return joinSafe(parts, '; ');
}

function pageWords(pageSize: number | undefined): OwnText {
  return pageSize === undefined ? safe`` : safe`, ${pageSize} a page`;
}
