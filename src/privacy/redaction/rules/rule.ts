import { firstMatched, type Row } from '../reading/pattern.ts';
import type { Value } from '../reading/values.ts';
import type { Window } from '../reading/window.ts';

/** What a rule finds, in offsets of tokens from where its window stands. */
export interface Finding {
  readonly kind: 'email' | 'phone' | 'ip' | 'iban' | 'card' | 'secret';
  readonly from: number;
  /** The last token; it may lie beyond the window. */
  readonly to: number;
  /** The canonical form: an address in lower case, a phone in E.164 or its digits, an IP as RFC 5952 writes it. */
  readonly value: string;
  /** The text that its pseudonym is made of, where that is not the value. */
  readonly identity?: string;
  readonly known?: true;
  /** Its form is proof whatever stands around it: it wins over longer findings. */
  readonly certain?: true;
  /** Characters at the beginning of its first token that do not belong to it: `IBANDE89…`. */
  readonly lead?: number;
}

/** A rule over tokens. It is asked at each token of a class, and sees no more of the text than its window shows. */
export interface Rule {
  readonly name: string;
  /** The classes of tokens at which it is asked (`eachClass`): a kind of token, a sign, a role of a word, a place in the line. */
  readonly at: readonly string[];
  readonly find: (window: Window) => readonly Finding[];
}

/** A value as a finding; `certain` where its form is proof. */
export function secret({ from, to, text }: Pick<Value, 'from' | 'to' | 'text'>, isCertain = true): Finding {
  return { kind: 'secret', from, to, value: text, ...(isCertain && { certain: true }) };
}

/** Finds what the first row that matches takes as secrets. */
export function secretsOf(rows: readonly Row[], from = 0, isCertain = false): Rule['find'] {
  return (window) => firstMatched(window, rows, from).map((value) => secret(value, isCertain));
}

/** A rule of rows that take secrets. */
export function secretRule(name: string, at: readonly string[], rows: readonly Row[], isCertain = true): Rule {
  return { name, at, find: secretsOf(rows, 0, isCertain) };
}
