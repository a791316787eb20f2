/**
 * The definitions that every answer uses and names, in the field's standard terms: `chat://definitions` and the
 * answers come from here.
 */
export const DEFINITIONS = {
  chats: 'Chats requested in the period, by the time of the request; missed ones included, offline messages not.',
  missed: 'Chats that the service marks as missed.',
  served: 'Chats that the service does not mark as missed.',
  missed_unknown: 'Chats whose row does not say whether they were missed: neither missed nor served.',
  missed_rate:
    'Missed chats divided by all chats requested in the period, except those that are neither missed nor served.',
  wait_seconds: 'From the request to the start of the conversation; served chats whose conversation has started.',
  duration_seconds:
    'From the start to the end of the conversation; served chats that have ended. Not handle time: wrap-up is unknown.',
  transfer_rate:
    'Transferred chats divided by the served chats whose row says whether they were. A transferred chat counts for the agent its row names.',
  transferred_unknown: 'Served chats whose row does not say whether they were transferred.',
  rating:
    'What visitors gave, as the service stores it; n = rated chats, response rate = rated chats divided by served chats.',
} as const;

export type MetricName = keyof typeof DEFINITIONS;

/** How figures are made, once for all metrics. */
export const DEFINITION_NOTES = [
  'Days, weeks (from Monday) and hours are those of the time zone of the question.',
  'The median is the middle value, or the mean of the two in the middle; p90 is the value at the nearest rank.',
  'A chat belongs to the agent its row names. Where no missed chat names one, agents have no missed figures.',
  'Not computable from this service: occupancy, wrap-up, hours worked, resolution, and CSAT without a declared map of good ratings.',
] as const;
