import type { RedactionLevel } from '../model/redaction.ts';
import { cleaned } from './cleaning.ts';
import { defanged } from './defang.ts';
import { identityOf, pseudonymOf } from './redaction/pseudonyms.ts';
import { findSensitive, type KnownContact, type Sensitive, type SensitiveKind } from './redaction/sensitive.ts';
import { cut, joinSafe, onOneLine, safe, SafeText, type OwnText } from './safe-text.ts';

/**
 * What every text that a stranger wrote passes on its way out: it is cleaned, what the level of redaction names is
 * replaced by marks, and what a renderer would load by itself is defanged. One screen serves one answer.
 */
export interface Screen {
  /** A text on one line, such as a name or a subject, cut to `maxLength` characters. */
  readonly line: (text: string, maxLength?: number) => SafeText;
  /** A text as it was written, lines and all, cut to `maxLength` characters. */
  readonly block: (text: string, maxLength?: number) => SafeText;
  /** The same screen for texts about somebody: their contact is known, so that it is found in its variants, too. */
  about(contact: KnownContact): Screen;
  /**
   * The same screen for texts of our own side, such as a draft: the addresses in them are the desk's, so that only the
   * contact of the person it is about goes, and numbers of cards and secrets.
   */
  ofOurSide(): Screen;
  /** Which kinds of things are replaced by marks in a text that this screen made; absent where none is. */
  redactionWords(answer: string): OwnText | undefined;
}

export interface ScreenOptions {
  readonly level: RedactionLevel;
  /** The account's key: the same value has the same mark in all of its answers, and in no other account's. */
  readonly key: Uint8Array;
  /** Email addresses that stay, in lower case: those of the desk's own agents. */
  readonly kept: ReadonlySet<string>;
}

const LINE_LENGTH = 120;
const BLOCK_LENGTH = 20_000;

/** What the words about redaction call each kind. */
const KIND_WORDS: Readonly<Record<SensitiveKind, OwnText>> = {
  email: safe`emails`,
  phone: safe`phones`,
  ip: safe`IP addresses`,
  iban: safe`IBANs`,
  card: safe`card numbers`,
  secret: safe`secrets`,
};

/** Makes the screen of one answer. */
export function createScreen({ level, key, kept }: ScreenOptions): Screen {
  const made = new Map<string, SensitiveKind>();
  const pseudonyms = new Map<string, string>();

  const pseudonym = (value: string): string => {
    const known = pseudonyms.get(value) ?? pseudonymOf(key, value);
    pseudonyms.set(value, known);
    return known;
  };
  const markOf = ({ kind, value, known }: Sensitive, identity: string | undefined): string => {
    if (kind === 'card' || kind === 'iban' || kind === 'secret') return `[${kind}]`;
    return known ? `[${kind} of visitor-${pseudonym(identity ?? value)}]` : `[${kind} ${pseudonym(value)}]`;
  };

  const screenAbout = (contact: KnownContact | undefined, isOurs: boolean): Screen => {
    const known = contact === undefined ? [] : [contact];
    const identity = contact === undefined ? undefined : identityOf(contact);
    const redacted = (text: string): string => {
      let shown = '';
      let end = 0;
      for (const found of findSensitive(text, level, known, kept)) {
        if (isOurs && !found.known && isAddress(found)) continue;
        const mark = markOf(found, identity);
        made.set(mark, found.kind);
        shown += text.slice(end, found.start) + mark;
        end = found.end;
      }
      return end === 0 ? text : shown + text.slice(end);
    };
    return {
      // Redacted before it is cut: half of an address is no address any more, but tells as much.
      line: (text, maxLength = LINE_LENGTH) =>
        SafeText.parse(cut(defanged(redacted(onOneLine(cleaned(beginningOf(text, maxLength))))), maxLength)),
      block: (text, maxLength = BLOCK_LENGTH) =>
        SafeText.parse(cut(defanged(redacted(cleaned(beginningOf(text, maxLength)).trim())), maxLength)),
      about: (other) => screenAbout(other, isOurs),
      ofOurSide: () => screenAbout(contact, true),
      redactionWords,
    };
  };

  const redactionWords = (answer: string): OwnText | undefined => {
    const kinds = new Set([...made].flatMap(([mark, kind]) => (answer.includes(mark) ? [KIND_WORDS[kind]] : [])));
    if (kinds.size === 0) return undefined;
    return safe`_Redacted: ${joinSafe([...kinds], ', ')}._`;
  };

  return screenAbout(undefined, false);
}

function isAddress({ kind }: Sensitive): boolean {
  return kind === 'email' || kind === 'phone' || kind === 'ip';
}

/**
 * As much of a text as may be shown after cleaning, and some more: a message of many megabytes would be gone through for
 * a line of it.
 */
function beginningOf(text: string, maxLength: number): string {
  return text.slice(0, maxLength * 4 + 10_000);
}
