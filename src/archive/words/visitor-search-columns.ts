import { textOf } from '../../model/foreign.ts';
import type { Visitor } from '../../model/records.ts';
import { fold } from './fold.ts';
import { foldedPlace } from './indexed-words.ts';

/** The columns by which a visitor is searched. */
export function visitorWords({
  name,
  email,
  phone,
  context: { country },
}: Omit<Visitor, 'visitorId' | 'firstVisitAt'>): { readonly words: string; readonly country: string | null } {
  const texts = [name, email, phone].map((text) => textOf(text) ?? '');
  const digits = fold(texts[2] ?? '').replaceAll(/\D/g, '');
  return {
    // On lines of their own, so that nothing is found that only two of them together have.
    words: [...texts.map((text) => partsIn(text).join(' ')), digits].join('\n'),
    country: country === undefined ? null : foldedPlace(textOf(country)),
  };
}

/** Splits a text at spaces into folded parts. Unlike words they keep every character: those of an email address count. */
export function partsIn(text: string): string[] {
  return fold(text)
    .split(/[\s\p{Cc}]+/u)
    .filter((part) => part !== '');
}
