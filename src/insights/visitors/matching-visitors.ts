import { textOf } from '../../model/foreign.ts';
import { VisitorId } from '../../model/ids.ts';
import { emailIdentity, isSamePhone, MIN_NAME_PART, nameIdentity, phoneDigits } from '../../model/person.ts';
import type { VisitorContact } from '../../model/records.ts';

/** The id that text is, if it can be one. */
export function visitorIdIn(text: string): VisitorId | undefined {
  return VisitorId.safeParse(/^\d{1,16}$/.test(text) ? Number(text) : undefined).data;
}

/**
 * The visitors that a person means by an id, an email, a phone or a name: the whole name first, then a part of it. Digits
 * alone are an id first; if no visitor has that id, it may be one that is not loaded, or a phone that has just these digits.
 */
export function matchingVisitors<Contact extends VisitorContact>(
  wanted: string,
  contacts: readonly Contact[],
): Contact[] {
  const text = nameIdentity(wanted) ?? '';
  const digits = phoneDigits(text);
  const nameOf = ({ name }: Contact) => nameIdentity(textOf(name));
  const steps: ((contact: Contact) => boolean)[] =
    visitorIdIn(text) === undefined
      ? [
          ({ email }) => emailIdentity(textOf(email)) === text,
          ({ phone }) => phone !== undefined && isSamePhone(textOf(phone), text),
          (contact) => nameOf(contact) === text,
          (contact) => text.length >= MIN_NAME_PART && nameOf(contact)?.includes(text) === true,
        ]
      : [
          ({ visitorId }) => String(visitorId) === text,
          ({ phone }) => digits !== undefined && phone !== undefined && phoneDigits(textOf(phone)) === digits,
        ];
  const matches = steps.map((step) => contacts.filter(step)).find(({ length }) => length > 0) ?? [];
  return [...new Map(matches.map((contact) => [contact.visitorId, contact])).values()];
}
