export type SensitiveKind = 'email' | 'phone' | 'ip' | 'iban' | 'card' | 'secret';

/** A finding of a detector in a folded text, before overlaps are settled. */
export interface Finding {
  readonly kind: SensitiveKind;
  readonly start: number;
  readonly end: number;
  /** The canonical form: an address in lower case, a phone in E.164 or its digits, an IP as RFC 5952 writes it. */
  readonly value: string;
  /** The text that its pseudonym is made of, where that is not the value. */
  readonly identity?: string;
  /** Whether it is a value of a known contact. */
  readonly known?: true;
  /** Its form alone tells, whatever else is around it: it wins over longer findings. */
  readonly certain?: true;
}

/** A character that detectors take for neither letter, digit nor space: it stands where something was found or marked already. */
export const FILLER = '\uFFFC';

/** The part of a text before a place that can say what follows: of the same line, not across a filler. */
export function contextBefore(text: string, at: number, length: number): string {
  const before = text.slice(Math.max(0, at - length), at);
  return before.slice(Math.max(before.lastIndexOf(FILLER), before.lastIndexOf('\n')) + 1);
}

/** Like `contextBefore`, or the line above where that ends with a colon and nothing stands before the place. */
export function introductionOf(text: string, at: number, length: number): string {
  const before = contextBefore(text, at, length);
  if (before.trim() !== '') return before;
  const above = text.slice(Math.max(0, at - length), at).trimEnd();
  return above.endsWith(':') ? contextBefore(above, above.length, length) : before;
}

/** The part of a text behind a place that can say what stands before it: of the same line, not across a filler. */
export function contextBehind(text: string, at: number, length: number): string {
  const [behind = ''] = text.slice(at, at + length).split(BARRIER, 1);
  return behind;
}

const BARRIER = new RegExp(`[\\n${FILLER}]`);

/** The text with a filler in place of every finding. */
export function fillIn(text: string, findings: readonly { readonly start: number; readonly end: number }[]): string {
  let result = '';
  let at = 0;
  for (const { start, end } of findings) {
    result += text.slice(at, start) + FILLER.repeat(end - start);
    at = end;
  }
  return result + text.slice(at);
}
