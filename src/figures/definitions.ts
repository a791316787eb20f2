import { keysOf } from '../model/keys-of.ts';
import { trusted } from '../model/text/trusted-text.ts';
import { METRICS } from './metrics/catalogue.ts';
import type { Metric } from './metrics/metric.ts';

/** The definitions of figures about offline messages. */
export const OFFLINE_DEFINITIONS = {
  reply_seconds: trusted`Offline messages of the period: receipt to first reply; those without one are counted separately.`,
  backlog: trusted`All offline messages without a reply now, and their age. Unread is not unanswered.`,
} as const;

/**
 * The definitions that every answer uses and names, in the field's standard terms: `chat://definitions`, the answers and
 * docs/definitions.md come from here. `keys`: what data call it and what stands beside it.
 */
export const DEFINITIONS = [
  ...METRICS.map((metric: Metric) => ({
    name: metric.name,
    keys: Object.keys(metric.kind.shape(metric)),
    definition: metric.definition,
  })),
  ...keysOf(OFFLINE_DEFINITIONS).map((name) => ({ name, keys: [name], definition: OFFLINE_DEFINITIONS[name] })),
];

/** Notes on how figures are made, once for all metrics. */
export const DEFINITION_NOTES = [
  'Days, weeks (from Monday) and hours are in the zone of the answer. A running period is compared up to the same time of the other.',
  'same_weekdays compares with the same weekdays of the four weeks before: counts are their mean; shares, medians and ratings are of all their chats.',
  'Median: the middle value, or the mean of the middle two. p90: nearest rank.',
  'A record that lacks a field is in neither count of a share, and counted separately.',
  'If no missed chat names an agent, missed chats are not counted by agent.',
  'Figures from transcripts use all of them where they are loaded, else a random sample by a seeded hash of the chat id, with the 95% interval of the median (Woodruff) or the share (Wilson).',
  'Beyond chance: in fewer than 5 of 100 cases do days, compared by weekday, differ as much by themselves; of groups, of all their figures together.',
  "A visitor's country is that of their latest record.",
  'Not available: occupancy, wrap-up, hours worked, resolution, and CSAT without a map of good ratings.',
] as const;
