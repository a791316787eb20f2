import { z } from 'zod';
import type { Holdings } from '../../archive/walking/holdings.ts';
import { DECISION_TABLES } from '../../model/decided-here.ts';
import { deskLine } from '../../privacy/cleaned-text.ts';
import type { Desk } from '../../answers/desk.ts';
import { advertisedAs } from '../../answers/tool.ts';
import type { Status } from './status.ts';
import { loadedDaysData, LoadedDaysShape } from './loaded-days-words.ts';
import { CodebookShape, codebookData } from '../../answers/words/codebook-words.ts';
import { agesData, localDays } from '../../answers/coverage-data.ts';
import { REDACTION_LEVELS } from '../../model/redaction.ts';
import { omitUndefined, mapKnown } from '../../model/omit-undefined.ts';
import { readAheadData, ReadAheadShape } from './background-words.ts';
import { syncData, SyncShape } from './sync-words.ts';
import { troubleData } from './trouble-words.ts';
import { rounded } from '../../model/words/number.ts';

const ListShape = z.strictObject({
  known: z.number(),
  as_of: z.string().optional(),
  page_size: z.number().optional(),
});

const OPEN = advertisedAs({ type: 'object' });

/** The status of a desk and of its service (design, "Shapes"). Advertised in few words: the text says all of it. */
export const StatusShape = z.strictObject({
  account: z.strictObject({ service: z.string(), redact: z.enum(REDACTION_LEVELS) }).meta(OPEN),
  budget: z.strictObject({
    per_minute: z.number(),
    used_last_minute: z.number(),
    source: z.enum(['setting', 'learned']),
    paused_seconds: z.number(),
    endpoints: z
      .array(z.strictObject({ endpoint: z.string(), per_minute: z.number() }))
      .meta(advertisedAs({ type: 'array' })),
  }),
  archive: z
    .strictObject({
      /** Absent, as the lists below, for a caller who lacks its scope. */
      chats: ListShape.extend({
        changing_as_of: z.string().optional(),
        days_asked: z.number(),
        days_covered: z.number(),
        oldest: z.string().optional(),
        newest: z.string().optional(),
        transcripts: z.number(),
        ...LoadedDaysShape,
      }).optional(),
      offline_messages: ListShape.optional(),
      agents: ListShape.optional(),
      visitors: ListShape.optional(),
      /** The moments at which damaged files were set aside that are still there. */
      damaged_set_aside: z.array(z.string()).optional(),
      /** When damage was found, the number of decisions carried over, and the kinds that may lack some. */
      recoveries: z
        .array(
          z.strictObject({
            at: z.string(),
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
  /** Why the last request failed. */
  trouble: z.strictObject({ message: z.string(), advice: z.string(), at: z.string().optional() }).meta(OPEN).optional(),
  codebook: CodebookShape.meta(advertisedAs({ type: 'array' })),
  chatbots: z
    .array(z.strictObject({ bot: z.string(), endpoints: z.array(z.string()), confirm: z.enum(['host', 'required']) }))
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
      as_of: mapKnown(asOf, (asOf) => zone.iso(asOf)),
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
        endpoint,
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
              oldest: mapKnown(chats.oldest, (oldest) => zone.iso(oldest)),
              newest: mapKnown(chats.newest, (newest) => zone.iso(newest)),
              transcripts: chats.transcripts,
              ...loadedDaysData(calendar),
            }),
      offline_messages: shown.offlineMessages ? listData(lists.offline_messages) : undefined,
      agents: shown.chats === 'none' ? undefined : listData(lists.agents),
      visitors: shown.visitors ? listData(lists.visitors) : undefined,
      ...(setAsideAt.length > 0 && { damaged_set_aside: setAsideAt.map((at) => zone.iso(at)) }),
      ...(recoveries.length > 0 && {
        recoveries: recoveries.map(({ at, carried, doubtful }) => ({
          at: zone.iso(at),
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
