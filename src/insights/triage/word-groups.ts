export const GROUP_NAMES = [
  'neutral',
  'safety',
  'fraud',
  'stranded',
  'outage',
  'legal',
  'deadline',
  'money',
  'cancellation',
  'goods',
  'access',
  'booking',
  'paperwork',
  'bereavement',
  'business',
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

/**
 * What words of a message can tell, and how many points it counts for or against answering soon. A person whose safety,
 * account or livelihood is at stake comes first whatever else is said; that something is called urgent counts little,
 * because it is said of trifles, too.
 */
export const WORD_GROUPS: Readonly<Record<WordGroup, { readonly points: number; readonly name: string }>> = {
  /** Holds such words of other groups as tell nothing where they stand: `good morning`, `smoke detector`. */
  neutral: { points: 0, name: 'nothing' },
  safety: { points: 48, name: 'safety' },
  fraud: { points: 46, name: 'misuse of an account' },
  stranded: { points: 42, name: 'somebody is stuck' },
  outage: { points: 34, name: 'outage' },
  legal: { points: 28, name: 'legal' },
  deadline: { points: 25, name: 'deadline' },
  money: { points: 22, name: 'money' },
  cancellation: { points: 20, name: 'cancellation' },
  goods: { points: 20, name: 'order or delivery' },
  access: { points: 20, name: 'access' },
  booking: { points: 20, name: 'booking' },
  paperwork: { points: 19, name: 'papers or an offer' },
  bereavement: { points: 16, name: 'a death' },
  business: { points: 14, name: 'a business depends on it' },
  unhappy: { points: 5, name: 'unhappy' },
  hurry: { points: 4, name: 'hurry' },
  paying: { points: 3, name: 'paying visitor' },
  calm: { points: -32, name: 'no hurry' },
  curiosity: { points: -18, name: 'general question' },
  thanks: { points: -20, name: 'thanks or fun' },
  newsletter: { points: -25, name: 'newsletter' },
  application: { points: -45, name: 'job application' },
  advertising: { points: -65, name: 'advertising' },
};

/**
 * The words of a language by what they tell, with commas between them. `*` ends a stem, `…` stands for up to three
 * words, `#` for a word with at least three digits. All of them are compared folded (folded-words.ts).
 */
export type Vocabulary = Readonly<Partial<Record<WordGroup, string>>>;
