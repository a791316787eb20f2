import { trusted, type ProgramText } from '../../../model/text/trusted-text.ts';

export const GROUP_NAMES = [
  'neutral',
  'safety',
  'health',
  'vulnerable',
  'fraud',
  'stranded',
  'standstill',
  'outage',
  'now',
  'business',
  'summons',
  'legal',
  'deadline',
  'money',
  'cancellation',
  'goods',
  'access',
  'booking',
  'paperwork',
  'bereavement',
  'mistake',
  'unhappy',
  'hurry',
  'paying',
  'calm',
  'curiosity',
  'thanks',
  'newsletter',
  'application',
  'advertising',
] as const;

export type WordGroup = (typeof GROUP_NAMES)[number];

interface GroupMeaning {
  readonly points: number;
  readonly name: ProgramText;
  /** Counts only beside one of these, because it tells nothing alone. */
  readonly beside?: readonly WordGroup[];
}

/**
 * The matters that words of a message can tell of, and the points for or against answering soon. A person whose safety, account
 * or livelihood is at stake comes first whatever else is said; that something is called urgent counts little, because it is
 * said of trifles, too.
 */
export const WORD_GROUPS: Readonly<Record<WordGroup, GroupMeaning>> = {
  /** Holds such words of other groups as tell nothing where they stand: `good morning`, `smoke detector`. */
  neutral: { points: 0, name: trusted`nothing` },
  safety: { points: 48, name: trusted`safety` },
  /** Names medicine, illness or what can harm, but nothing that has happened. */
  health: { points: 30, name: trusted`health` },
  vulnerable: { points: 8, name: trusted`somebody frail`, beside: ['safety', 'health', 'stranded'] },
  fraud: { points: 46, name: trusted`misuse of an account` },
  stranded: { points: 42, name: trusted`somebody is stuck` },
  standstill: { points: 47, name: trusted`work stands still` },
  outage: { points: 34, name: trusted`outage` },
  now: {
    points: 12,
    name: trusted`it goes on now`,
    beside: ['outage', 'standstill', 'stranded', 'health', 'access', 'goods'],
  },
  business: {
    points: 14,
    name: trusted`a business depends on it`,
    beside: ['outage', 'standstill', 'stranded', 'safety', 'health', 'goods', 'access'],
  },
  /** A formal letter sets a period, whoever wrote it. */
  summons: { points: 46, name: trusted`formal letter` },
  legal: { points: 28, name: trusted`legal` },
  deadline: { points: 25, name: trusted`deadline` },
  money: { points: 22, name: trusted`money` },
  cancellation: { points: 20, name: trusted`cancellation` },
  goods: { points: 20, name: trusted`order or delivery` },
  access: { points: 20, name: trusted`access` },
  booking: { points: 20, name: trusted`booking` },
  paperwork: { points: 19, name: trusted`papers or an offer` },
  bereavement: { points: 16, name: trusted`a death` },
  mistake: { points: 16, name: trusted`wrong or missing`, beside: ['health'] },
  unhappy: { points: 5, name: trusted`unhappy` },
  hurry: { points: 4, name: trusted`hurry` },
  paying: { points: 3, name: trusted`paying visitor` },
  calm: { points: -32, name: trusted`no hurry` },
  curiosity: { points: -18, name: trusted`general question` },
  thanks: { points: -20, name: trusted`thanks or fun` },
  newsletter: { points: -25, name: trusted`newsletter` },
  application: { points: -45, name: trusted`job application` },
  advertising: { points: -65, name: trusted`advertising` },
};

/**
 * The words of a language by what they tell, with commas between them. `*` ends a stem, `…` stands for up to three
 * words, `#` for a word with at least three digits. All of them are compared folded (folded-words.ts).
 */
export type Vocabulary = Readonly<Partial<Record<WordGroup, string>>>;
