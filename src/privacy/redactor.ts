import { type Foreign, textOf } from '../model/foreign.ts';
import { isCut } from '../model/text/cut-text.ts';
import { omitUndefined } from '../model/omit-undefined.ts';
import { emailIdentity } from '../model/person.ts';
import type { RedactionLevel } from '../model/redaction.ts';
import { allSteps, inSlices, mapInSlices, type Steps } from '../model/slices.ts';
import type { Trusted } from '../model/text/trusted-text.ts';
import { cleanText } from './cleaning.ts';
import { defang } from './defang.ts';
import { marksIn } from './redaction/marks.ts';
import { type Contact, ContactForms } from './redaction/contact-forms.ts';
import type { Rule } from './redaction/rules/rule.ts';
import { pseudonymOf } from './redaction/pseudonyms.ts';
import { readingOf, type Sensitive } from './redaction/sensitive.ts';
import { type FindAcross, findAcrossMessages, withParts } from './redaction/split-findings.ts';
import { ShownTexts } from './redaction/shown-texts.ts';
import { firstField, withBreaksMarked } from './row-field.ts';
import { cut, cutPlace, plainText, Quoted } from './quoted.ts';
import { onOneLine } from './cleaned-text.ts';

/**
 * The choke point that every text of a stranger passes on its way out: the text is cleaned, what the level of redaction names
 * is replaced by marks, and what a renderer would load by itself is defanged. One redactor serves one answer.
 */
export interface Redactor {
  /** Returns a text on one line, such as a subject, cut to `maxLength` characters. */
  readonly line: (text: Foreign, maxLength?: number) => Quoted;
  /** Returns a text as one field of a row, such as a name or a city: cut where what follows could pass for another field. */
  readonly field: (text: Foreign, maxLength?: number) => Quoted;
  /** The same of a text of the desk's own people, such as an agent's role. */
  readonly deskField: <Text extends string>(text: Trusted<Text>, maxLength?: number) => string;
  /** Returns on one line as much of a text as `maxLength` characters, around a place that is looked for in the clean text. */
  readonly near: (text: Foreign, maxLength: number, placeIn: (clean: string) => number) => Quoted;
  /** Returns a text as it was written, lines and all, cut to `maxLength` characters. Works in slices, because a text may be long. */
  readonly block: (text: Foreign, maxLength?: number) => Promise<Quoted>;
  /** Returns a piece, on one line, of a text that has passed: the marks in it are ours. */
  readonly piece: (text: Foreign, maxLength?: number) => Quoted;
  /** The text of a field for an email address or a phone number: it is replaced whole, in whatever form it is. */
  readonly email: (text: Foreign) => Quoted;
  readonly phone: (text: Foreign) => Quoted;
  /**
   * The same redactor for texts about somebody, beside what it knows of them already: a contact that is known is found in
   * its variants, too, and a number in the form of the country.
   */
  about(contact: ForeignContact): Redactor;
  /** The same redactor for texts in which an agent's address may stand: it is the desk's, and stays. */
  from(agent: { readonly email?: string | undefined } | undefined): Redactor;
  /**
   * The same redactor for texts of our own side, such as a draft: the addresses in them are the desk's, so that only the
   * contact of the person it is about goes, and numbers of cards and secrets.
   */
  ofOurSide(): Redactor;
  /** The same redactor for the messages of a conversation: what an author wrote over several of them goes from each. */
  inConversation(messages: readonly ForeignMessage[]): Promise<Redactor>;
}

/** What is known of the person whom texts are about. */
export type ForeignContact = { readonly [Fact in keyof Contact]?: Foreign | undefined };

/** A message of a conversation; `author` is any text that distinguishes the authors. */
interface ForeignMessage {
  readonly author: string;
  readonly text: Foreign;
}

export interface RedactorOptions {
  readonly level: RedactionLevel;
  /** The account's key: the same value has the same mark in all of its answers, and in no other account's. */
  readonly key: Uint8Array;
  /** Email addresses that stay, in lower case: those of the desk's own agents. */
  readonly kept: ReadonlySet<string>;
  /** What the answers of the same account, and of no other, have shown. */
  readonly shown?: ShownTexts;
}

const LINE_LENGTH = 120;
const BLOCK_LENGTH = 20_000;
const FIELD_LENGTH = 1000;

/** A long text is not read for a line of it: only this many characters more than are shown. */
const READ_BEYOND = 1000;
/** What a cut uncovers is redacted again, at most this many times: each takes as long as the first. */
const MAX_TIMES = 3;
/** The last characters of what was read may be the beginning of something to be redacted. */
const UNSURE = 300;

const AS_PSEUDONYM = 'pseudonym ';

/** Makes the redactor of one answer. */
export function createRedactor({ level, key, kept, shown: before = new ShownTexts() }: RedactorOptions): Redactor {
  const madeForms = new Map<string, ContactForms>();

  const pseudonym = (value: string): string => {
    const made = before.find(value, AS_PSEUDONYM, kept) ?? pseudonymOf(key, value);
    before.keep(value, AS_PSEUDONYM, made);
    return made;
  };
  const formsOf = (contact: Contact, key: string): ContactForms => {
    const made = madeForms.get(key) ?? new ContactForms(contact);
    madeForms.set(key, made);
    return made;
  };
  const markOf = (found: Sensitive, identity: string | undefined): string => {
    if (!isAddress(found)) return `[${found.kind}]`;
    return found.known
      ? `[${found.kind} of visitor-${pseudonym(identity ?? found.identity)}]`
      : `[${found.kind} ${pseudonym(found.identity)}]`;
  };

  const redactorAbout = (
    contact: Contact,
    staying: ReadonlySet<string>,
    isOurs: boolean,
    across?: FindAcross,
  ): Redactor => {
    const contactKey = JSON.stringify([contact.email, contact.phone, contact.ip, contact.country]);
    const forms = () => formsOf(contact, contactKey);
    /** What decides how a text is shown beside the addresses that stay. */
    const by = `${level} ${isOurs} ${contactKey}`;
    function* find(text: string, answers?: readonly Rule[]): Steps<readonly Sensitive[]> {
      return (yield* readingOf(text, level, forms(), staying, answers)).sensitive;
    }
    const fieldMark = (kind: 'email' | 'phone', plain: string): string => {
      return `[${kind} of visitor-${pseudonym(forms().identity ?? plain)}]`;
    };
    /** Whether a text is just what stands in a field of the contact: in odd forms no detector finds it. */
    const fieldIn = (text: string): 'email' | 'phone' | undefined => {
      if (level !== 'contacts' || text.length > FIELD_LENGTH) return undefined;
      const plain = plainOf(text);
      if (plain === '' || staying.has(plain)) return undefined;
      if (contact.email !== undefined && plainOf(contact.email) === plain) return 'email';
      return contact.phone !== undefined && plainOf(contact.phone) === plain ? 'phone' : undefined;
    };
    function* redacted(text: string): Steps<string> {
      // Beside others of its conversation, or where further addresses stay, the same text is shown in another way.
      if (across !== undefined || staying !== kept) return yield* redactedAnew(text);
      const known = before.find(text, by, kept);
      if (known !== undefined) return known;
      const shown = yield* redactedAnew(text);
      before.keep(text, by, shown);
      return shown;
    }
    function* redactedAnew(text: string): Steps<string> {
      const kind = fieldIn(text);
      if (kind !== undefined) return fieldMark(kind, plainOf(text));
      let shown = '';
      let end = 0;
      for (const found of withParts(yield* find(text), across === undefined ? [] : yield* across(text))) {
        if (isOurs && !found.known && isAddress(found)) continue;
        shown += text.slice(end, found.start) + markOf(found, forms().identity);
        end = found.end;
      }
      return end === 0 ? text : shown + text.slice(end);
    }
    // Redacted before it is cut: half of an address is no address any more, but tells as much.
    function* passing({ text, goesOn, wentBefore }: Part, maxLength: number, shape = asItIs): Steps<Quoted> {
      yield;
      const shown = defang(yield* redacted(text));
      const begin = wentBefore ? cutPlace(shown, Math.min(UNSURE, shown.length)) : 0;
      const end = goesOn ? cutPlace(shown, Math.max(begin, shown.length - UNSURE)) : shown.length;
      const whole = `${wentBefore ? '…' : ''}${shown.slice(begin, end)}${goesOn ? '…' : ''}`;
      const shaped = cut(shape(whole), maxLength);
      return new Quoted(shaped === whole ? whole : yield* redactedAgain(shaped, maxLength));
    }
    /** Redacts what a cut has left that looks like what is redacted, so that no piece is redacted anew. */
    function* redactedAgain(text: string, maxLength: number): Steps<string> {
      let shown = text;
      for (let time = 0; time < MAX_TIMES; time += 1) {
        const before = shown;
        shown = cut(yield* redacted(before), maxLength);
        if (shown === before) break;
      }
      return shown;
    }
    const passed = (part: Part, maxLength: number, shape?: (text: string) => string) =>
      allSteps(passing(part, maxLength, shape));
    const line = (text: string, maxLength = LINE_LENGTH) =>
      passed(
        beginningOf(text, maxLength, (clean) => withoutForgedMarks(onOneLine(clean))),
        maxLength,
      );
    const field = (text: string, maxLength = LINE_LENGTH) =>
      passed(
        beginningOf(text, maxLength, (clean) => withoutForgedMarks(withBreaksMarked(clean))),
        maxLength,
        firstField,
      );
    const contactField = (kind: 'email' | 'phone', text: string): Quoted => {
      const plain = plainOf(text);
      const stays = level !== 'contacts' || plain === '' || staying.has(plain);
      return stays ? field(text) : new Quoted(fieldMark(kind, plain));
    };
    return {
      line: (text, maxLength) => line(textOf(text), maxLength),
      field: (text, maxLength) => field(textOf(text), maxLength),
      deskField: (text, maxLength) => plainText(field(text, maxLength)),
      block: (text, maxLength = BLOCK_LENGTH) =>
        inSlices(passing(beginningOf(textOf(text), maxLength, blockOf), maxLength)),
      piece: (text, maxLength = LINE_LENGTH) => passed(beginningOf(textOf(text), maxLength, onOneLine), maxLength),
      near: (foreign, maxLength, placeIn) => {
        const text = textOf(foreign);
        const clean = withoutForgedMarks(onOneLine(cleanText(text)));
        if (clean.length <= maxLength && !isCut(text))
          return passed({ text: clean, wentBefore: false, goesOn: false }, maxLength);
        const from = Math.max(0, placeIn(clean) - Math.floor(maxLength / 2));
        const until = from + maxLength;
        return passed(
          { text: clean.slice(from, until), wentBefore: from > 0, goesOn: until < clean.length || isCut(text) },
          maxLength,
        );
      },
      email: (text) => contactField('email', textOf(text)),
      phone: (text) => contactField('phone', textOf(text)),
      about: ({ email, phone, ip, country }) =>
        redactorAbout(
          {
            ...contact,
            ...omitUndefined({
              email: textOf(email),
              phone: textOf(phone),
              ip: textOf(ip),
              country: textOf(country),
            }),
          },
          staying,
          isOurs,
          across,
        ),
      from: (agent) => {
        const email = emailIdentity(agent?.email);
        const stays = email === undefined || staying.has(email);
        return redactorAbout(contact, stays ? staying : new Set([...staying, email]), isOurs, across);
      },
      ofOurSide: () => redactorAbout(contact, staying, true, across),
      inConversation: async (messages) => {
        const opened = await mapInSlices(messages, ({ author, text }) => ({ author, text: textOf(text) }));
        const acrossThese = await findAcrossMessages(opened, (text) => blockOf(cleanText(text)), find);
        return redactorAbout(contact, staying, isOurs, acrossThese);
      },
    };
  };

  return redactorAbout({}, kept, false);
}

function isAddress({ kind }: Sensitive): boolean {
  return kind === 'email' || kind === 'phone' || kind === 'ip';
}

/** A mark that a stranger writes is no mark: it could be taken for somebody's contact. */
function withoutForgedMarks(text: string): string {
  let shown = '';
  let end = 0;
  for (const mark of marksIn(text)) {
    shown += `${text.slice(end, mark.start)}[ ${text.slice(mark.start + 1, mark.end)}`;
    end = mark.end;
  }
  return end === 0 ? text : shown + text.slice(end);
}

function asItIs(text: string): string {
  return text;
}

/** A clean text as a block of an answer. */
function blockOf(clean: string): string {
  return withoutForgedMarks(clean.trim());
}

/** A part of a clean text, and whether there is more of it on either side. */
interface Part {
  readonly text: string;
  readonly wentBefore: boolean;
  readonly goesOn: boolean;
}

/** Returns as much of a text as may be needed, cleaned, in its form. */
function beginningOf(text: string, maxLength: number, form: (clean: string) => string): Part {
  const read = text.slice(0, maxLength + READ_BEYOND);
  const goesOn = read.length < text.length;
  return { text: form(cleanText(goesOn ? withoutHalfEntity(read) : read)), wentBefore: false, goesOn };
}

function plainOf(field: string): string {
  return onOneLine(cleanText(field.slice(0, FIELD_LENGTH))).toLowerCase();
}

/** Without the beginning of an entity at its end, which would stand there as any number of digits. */
function withoutHalfEntity(text: string): string {
  const ampersand = text.lastIndexOf('&');
  return ampersand >= 0 && /^&#?\w*$/.test(text.slice(ampersand)) ? text.slice(0, ampersand) : text;
}
