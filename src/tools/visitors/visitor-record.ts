import type { Foreign } from '../../model/foreign.ts';
import { field, FLAG, foreignText, NUMBER, part, TIME, type Field } from '../../answers/rows/field.ts';
import { lines } from '../../answers/rows/record.ts';
import type { WaitingMessages } from '../../archive/records/visitors/waiting-visitors.ts';
import type { VisitorFigures } from '../../insights/visitors/visitor-figures.ts';
import type { VisitorId } from '../../model/ids.ts';
import type { Visitor, VisitorContact, VisitorContext } from '../../model/records.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import { rounded } from '../../model/words/number.ts';
import { dayOfYearText, yearOf } from '../../model/words/time.ts';
import type { Redactor } from '../../privacy/redactor.ts';
import type { Voice } from '../../answers/rows/voice.ts';
import type { Latest, ServedSince } from './served-since.ts';

/** The orders by what visitors did. */
export const RANKINGS = ['chats', 'missed', 'lowest_rating', 'waiting'] as const;
export type Ranking = (typeof RANKINGS)[number];

/** A visitor, and what an order goes by. */
export interface VisitorRow {
  readonly visitorId: VisitorId;
  /** As the service's own list has them; absent in a ranking. */
  readonly listed?: Visitor;
  /** Of the chats of the period; absent where chats are not shown, or are not what is asked. */
  readonly figures?: VisitorFigures | undefined;
  /** Of any age. */
  readonly waiting?: WaitingMessages | undefined;
}

/** A visitor of a page. */
export interface ShownVisitor extends VisitorRow {
  readonly contact: VisitorContact;
  readonly context: VisitorContext;
  readonly latest: Latest;
  /** Undefined where no message waits, or chats are not shown. */
  readonly served: ServedSince | undefined;
  readonly redactor: Redactor;
}

export const VISITOR = lines<ShownVisitor>({
  id: 'visitor_id',
  idOf: ({ visitorId }) => visitorId,
  redactorFor: ({ redactor }) => redactor,
  fields: [
    field('first_visit_at', TIME, ({ listed }) => listed?.firstVisitAt),
    field('chats', NUMBER, ({ figures }) => figures?.chats, {
      // A visitor in the order `waiting` may have had none in the period, and a contact outside of it.
      say: (chats, { figures }) => (figures?.chats === 0 ? '' : `${chats} ${figures?.chats === 1 ? 'chat' : 'chats'}`),
    }),
    said(
      field('missed', NUMBER, ({ figures }) => (isMissedKnown(figures) ? figures?.missed : undefined)),
      ({ figures }) => missedText(figures),
    ),
    said(
      part('rating', [
        field('n', NUMBER, ({ figures }) => knownRatings(figures)?.n),
        field('mean', NUMBER, ({ figures }) => knownRatings(figures)?.mean),
        field('lowest', NUMBER, ({ figures }) => knownRatings(figures)?.lowest),
      ]),
      ({ figures }) => ratingText(ratingsOf(figures)),
    ),
    field('last_contact_at', TIME, ({ latest }) => latest.contactAt, { say: (at) => `last contact ${at}` }),
    said(
      part('waiting', [
        field('messages', NUMBER, ({ waiting }) => waiting?.messages),
        field('oldest_at', TIME, ({ waiting }) => waiting?.oldestAt),
        field('served_since', FLAG, ({ served }) =>
          served === undefined || served === 'unknown' ? undefined : served !== 'no',
        ),
      ]),
      waitingText,
    ),
    nameOf(({ contact }) => contact.name),
    ofNewest(foreignText('city', ({ context }) => context.city, { form: 'field', length: 60 })),
    ofNewest(foreignText('country', ({ context }) => context.country, { form: 'field', length: 60 })),
    foreignText('email', ({ contact }) => contact.email, { form: 'email' }),
    foreignText('phone', ({ contact }) => contact.phone, { form: 'phone' }),
  ],
});

/** The same fact with words of its own. */
function said(fact: Field<ShownVisitor>, text: (row: ShownVisitor, voice: Voice) => string): Field<ShownVisitor> {
  return {
    ...fact,
    words: (row, voice) => {
      const words = text(row, voice);
      return words === '' ? [] : [words];
    },
  };
}

/** A fact that a ranking has in its data alone: its lines say what it ranks by. */
function ofNewest(fact: Field<ShownVisitor>): Field<ShownVisitor> {
  return { ...fact, words: (row, voice) => (row.listed === undefined ? [] : fact.words(row, voice)) };
}

function nameOf(of: (row: ShownVisitor) => Foreign | undefined): Field<ShownVisitor> {
  const name = foreignText('name', of, { form: 'field', length: 60 });
  return { ...name, words: (row, voice) => (of(row) === undefined ? ['(no name)'] : name.words(row, voice)) };
}

function isMissedKnown(figures: VisitorFigures | undefined): boolean {
  return figures?.missedLikely === 0 && figures.missedUnknown === 0;
}

function missedText(figures: VisitorFigures | undefined): string {
  if (figures === undefined || figures.missed === 0) return '';
  return `${figures.missed} missed${figures.missedLikely > 0 ? ' (assumed)' : ''}`;
}

interface Ratings {
  readonly n: number;
  readonly mean: number;
  readonly lowest: number;
  readonly areLikely: boolean;
}

function ratingsOf(figures: VisitorFigures | undefined): Ratings | undefined {
  if (figures === undefined || figures.rated === 0) return undefined;
  const { rated: n, ratingSum, lowestRating: lowest, ratedLikely } = figures;
  return { n, mean: rounded(ratingSum / n, 2), lowest, areLikely: ratedLikely > 0 };
}

function knownRatings(figures: VisitorFigures | undefined): Ratings | undefined {
  const ratings = ratingsOf(figures);
  return ratings?.areLikely === true ? undefined : ratings;
}

/** `1 rating: 4`, `2 ratings: all 5`, `2 ratings: mean 4.50, lowest 4`. */
export function ratingText(ratings: Ratings | undefined): string {
  if (ratings === undefined) return '';
  const { n, mean, lowest, areLikely } = ratings;
  const words =
    n === 1
      ? `1 rating: ${lowest}`
      : mean === lowest
        ? `${n} ratings: all ${lowest}`
        : `${n} ratings: mean ${mean.toFixed(2)}, lowest ${lowest}`;
  return areLikely ? `${words} (assumed)` : words;
}

/** `unanswered message of 28 Sep, served on 31 Oct`. */
export function waitingText(
  { waiting, served }: Pick<ShownVisitor, 'waiting' | 'served'>,
  { zone, now }: Voice,
): string {
  if (waiting === undefined) return '';
  const { messages, oldestAt } = waiting;
  const dayOf = (at: EpochMillis): string => dayOfYearText(zone.dateOf(at), yearOf(zone, now));
  const since =
    messages === 1
      ? `unanswered message of ${dayOf(oldestAt)}`
      : `${messages} unanswered messages since ${dayOf(oldestAt)}`;
  switch (served) {
    case undefined:
      return since;
    case 'no':
      return `${since}, not served later`;
    case 'unknown':
      return `${since}, unknown whether served later`;
    default:
      return `${since}, served on ${dayOf(served)}`;
  }
}
