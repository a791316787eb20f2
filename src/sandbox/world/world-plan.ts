/** How much is in a world. */
export interface WorldPlan {
  readonly chats: number;
  readonly days: number;
  readonly agents: number;
  readonly visitors: number;
  readonly offlineMessages: number;
  /** Days on which many visitors ask about one thing. */
  readonly incidents: number;
  readonly chatsPerIncident: number;
  /** Length of a shift; chat is only a part of the work. */
  readonly shiftHours: number;
}

/** How often the four weeks of a large world are there: three years. */
export const REPEATS = 39;

/** What a world of each size has. */
export const SIZES = {
  small: {
    chats: 300,
    days: 14,
    agents: 6,
    visitors: 150,
    offlineMessages: 60,
    incidents: 2,
    chatsPerIncident: 12,
    shiftHours: 6,
  },
  medium: {
    chats: 20_000,
    days: 90,
    agents: 30,
    visitors: 5_000,
    offlineMessages: 2_000,
    incidents: 24,
    chatsPerIncident: 70,
    shiftHours: 5,
  },
  /** Four weeks, so that weekdays stay what they are when they are repeated. */
  large: {
    chats: 25_700,
    days: 28,
    agents: 120,
    visitors: 6_400,
    offlineMessages: 1_500,
    incidents: 7,
    chatsPerIncident: 290,
    shiftHours: 5,
  },
} as const satisfies Record<string, WorldPlan>;
