import { REPEAT_CONTACT_DAYS } from './repeat-contact.ts';

/**
 * The definitions that every answer uses and names, in the field's standard terms: `chat://definitions`, the answers and
 * docs/definitions.md come from here.
 */
export const DEFINITIONS = {
  chats: 'Chats requested in the period, by the time of the request; missed ones included, offline messages not.',
  missed: 'Chats that the service marks as missed.',
  served: 'Chats that the service does not mark as missed.',
  missed_unknown: 'Chats whose row does not say whether they were missed: neither missed nor served.',
  missed_rate:
    'Missed chats divided by all chats requested in the period, except those that are neither missed nor served.',
  wait_seconds: 'From the request to the start of the conversation; served chats whose conversation has started.',
  first_response_seconds:
    "From the visitor's first message to the first reply by a human agent, bots excluded; served chats that have ended. Chats that nobody answered are counted beside it.",
  response_seconds:
    "Each unanswered run of a visitor's messages, from its first message to the next one of an agent; served chats that have ended.",
  dropped:
    "Served chats that have ended with a visitor's message that no agent answered, a last thank-you included, divided by those looked at.",
  duration_seconds:
    'From the start to the end of the conversation; served chats that have ended. Not handle time: wrap-up is unknown.',
  service_level:
    'Chats whose wait was at most the given time, divided by all chats offered (a missed chat is not answered in time); beside it divided by the served chats alone.',
  transfer_rate:
    'Transferred chats divided by the served chats whose row says whether they were. A transferred chat counts for the agent its row names.',
  transferred_unknown: 'Served chats whose row does not say whether they were transferred.',
  rating:
    'What visitors gave, as the service stores it; n = rated chats, response rate = rated chats divided by served chats.',
  started_by: 'Who began the chat: shares of the chats whose row tells.',
  ended_by: 'Who ended the chat: shares of the served chats that somebody has ended.',
  concurrency:
    "One agent's simultaneous conversations: mean over the time with at least one, and peak, of the chats requested in the period. Limit: what the service allows the agent now, and the share of that time with so many or more. Left out where hours or single days cut the chats.",
  chats_per_engaged_hour:
    "One agent's conversations divided by the hours of the clock in which at least one went on; hours worked are unknown.",
  repeat_contact: `Visitors with two chats of the period at most ${REPEAT_CONTACT_DAYS} days apart, divided by its visitors. A proxy: there is no resolution status. Of everybody's chats of at least that many whole days.`,
  reply_seconds:
    'Offline messages received in the period: from receipt to the first reply; those without a reply are counted beside it.',
  backlog:
    'Offline messages without any reply now, whenever they came in, and how old they are. Unread is not unanswered.',
} as const;

export type MetricName = keyof typeof DEFINITIONS;

/** How figures are made, once for all metrics. */
export const DEFINITION_NOTES = [
  'Days, weeks (from Monday) and hours are those of the time zone of the question.',
  'The median is the middle value, or the mean of the two in the middle; p90 is the value at the nearest rank.',
  'What only transcripts tell is computed over all of them where they are at hand; else it is an estimate from a random sample, drawn by a seeded hash of the chat id, with the 95 % interval of the median (Woodruff) or of the share (Wilson).',
  'A chat belongs to the agent its row names. Where no missed chat names one, agents have no missed figures.',
  'A period that still runs is compared with the other one up to the same moment.',
  'Not computable from this service: occupancy, wrap-up, hours worked, resolution, and CSAT without a declared map of good ratings.',
] as const;
