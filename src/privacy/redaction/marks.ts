import { Foreign, textOf } from '../../model/foreign.ts';

/** The number of letters and digits of a pseudonym: with six of them, some among 100,000 people would have shared one. */
export const PSEUDONYM_LENGTH = 8;

const PSEUDONYM = String.raw`[a-z0-9]{${PSEUDONYM_LENGTH}}`;

/** A mark in place of what was found. Where lines are joined, a line break becomes the space in it. */
const MARK = new RegExp(
  String.raw`\[(?:(?:email|phone|ip)(?:(?:\s+of\s+visitor-|\s+)${PSEUDONYM})?|card|iban|secret|unchecked)\]`,
  'g',
);

const PART_OF_MARK = new RegExp(String.raw`\bvisitor-${PSEUDONYM}\b|^\[(?:email|phone|ip)\b`);

/** The beginning of a mark at the end of a text that was cut through it. */
const HALF_MARK = /\[(?:[a-z]{0,9}|[a-z]{2,6} [a-z0-9 -]{1,20})$/;

/** Returns the places of the marks in a text, in order. */
export function marksIn(text: string): { readonly start: number; readonly end: number }[] {
  if (!text.includes('[')) return [];
  return Array.from(text.matchAll(MARK), ({ 0: mark, index }) => ({ start: index, end: index + mark.length }));
}

/** Whether somebody gives a mark, or the pseudonym in it, in place of what it stands for. */
export function namesMark(text: string): boolean {
  return PART_OF_MARK.test(text);
}

/** A text without the half of a mark at its end. */
export function withoutHalfMark(text: Foreign): Foreign {
  return new Foreign(textOf(text).replace(HALF_MARK, ''));
}
