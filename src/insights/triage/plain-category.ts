import { textOf, type Foreign } from '../../model/foreign.ts';

/** Whether a category is one or two words of letters, which say no contact and no order: it needs no boundary. */
export function isPlainCategory(category: Foreign): boolean {
  return /^\p{L}+(?:[ -]\p{L}+)?$/u.test(textOf(category));
}
