import { speaksOfPaying } from './paying-words.ts';

/** The longest word that people forget the space behind, in characters. */
const MAX_WORD_LENGTH = 24;

const BEFORE = /([\p{Script=Latin}\p{M}\p{N}_]+)([-./]?)$/u;
const LETTERS = /^_*[\p{Script=Latin}\p{M}]+_*$/u;
/** `deadbeef4111…` is one number to base sixteen. */
const SIXTEENTHS = /^[a-f]+$/i;
/** Short words that often stand before a number. */
const SHORT = /^_*(?:is|no|nr|n|num|number|nummer|my|mi|mon|est|es|ist|to|at|on|på|op|al|auf|na|cc|mc|ip)_*$/i;
/** Identifiers begin with capitals: `ABC4111…`. */
const CAPITALS = /^_*\p{Lu}+_*$/u;

/**
 * Whether a number is the rest of an identifier that begins right before it: `ORD-4111…`, `A4111…`. A word that somebody
 * forgot the space behind begins none: `Visa4111…`, `card/4111…`.
 * @param isLoose the number stands in groups, as no identifier does
 */
export function isRestOfIdentifier(text: string, at: number, isLoose: boolean): boolean {
  const [, word = '', sign = ''] = BEFORE.exec(text.slice(Math.max(0, at - MAX_WORD_LENGTH), at)) ?? [];
  if (word === '') return false;
  if (!LETTERS.test(word)) return true;
  const plain = word.replaceAll('_', '');
  if (SHORT.test(word) || speaksOfPaying(plain)) return false;
  if (CAPITALS.test(word) || plain.length < 3 || SIXTEENTHS.test(plain)) return true;
  return (sign !== '' || word.endsWith('_')) && !isLoose;
}

/** Other words that are printed on a card. */
const ON_CARD = /^(?:exp|cv[vcn]|val|gült|cad|scad|ważn)/iu;
const SMALL_WORD = /^(?![a-f]+(?!\p{L}))\p{L}?\p{Ll}{2,}(?![\p{L}\p{N}_])/u;

/** Whether an identifier goes on right behind a number: `4111…GB`, but not `4111…thanks`. */
export function isBeginningOfIdentifier(text: string, end: number): boolean {
  const behind = text.slice(end, end + MAX_WORD_LENGTH);
  return /^[\p{Script=Latin}_]/u.test(behind) && !ON_CARD.test(behind) && !SMALL_WORD.test(behind);
}
