import { keysOf, trusted } from '../../model/text/trusted-text.ts';
import { METRICS } from '../metrics/catalogue.ts';
import { dataKeysOf } from '../metrics/metric.ts';

/** The definitions of figures about offline messages. */
export const OFFLINE_DEFINITIONS = {
  reply_seconds: trusted`Offline messages received in the period: from receipt to the first reply; those without a reply are counted beside it.`,
  backlog: trusted`Offline messages without any reply now, whenever they came in, and how old they are. Unread is not unanswered.`,
} as const;

/**
 * The definitions that every answer uses and names, in the field's standard terms: `chat://definitions`, the answers and
 * docs/definitions.md come from here. `keys`: what data call it and what is told with it.
 */
export const DEFINITIONS = [
  ...METRICS.map((metric) => ({ name: metric.name, keys: dataKeysOf(metric), definition: metric.definition })),
  ...keysOf(OFFLINE_DEFINITIONS).map((name) => ({ name, keys: [name], definition: OFFLINE_DEFINITIONS[name] })),
];

/** Notes on how figures are made, once for all metrics. */
export const DEFINITION_NOTES = [
  'Days, weeks (from Monday) and hours are those of the time zone of the question.',
  'The median is the middle value, or the mean of the two in the middle; p90 is the value at the nearest rank.',
  'A share is told with its count and what it is a share of; rows that do not say are in neither, and counted beside it.',
  'What only transcripts tell is computed over all of them where they are at hand; else it is an estimate from a random sample, drawn by a seeded hash of the chat id, with the 95 % interval of the median (Woodruff) or of the share (Wilson).',
  'A chat belongs to the agent its row names. Where no missed chat names one, agents have no missed figures.',
  "A visitor's country is that of their latest record.",
  'A period that still runs is compared with the other one up to the same moment.',
  'Not computable from this service: occupancy, wrap-up, hours worked, resolution, and CSAT without a declared map of good ratings.',
] as const;
