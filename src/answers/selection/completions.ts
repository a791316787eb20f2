import { nameIdentity } from '../../model/person.ts';
import { PERIOD_NAMES } from '../../model/calendar/period-name.ts';
import type { Foreign } from '../../model/foreign.ts';
import { isUnchanged, plainText, type Quoted } from '../../privacy/quoted.ts';
import { deskLine } from '../../privacy/cleaned-text.ts';
import type { Desk } from '../desk.ts';
import { matching } from '../matching.ts';
import { fullNameOf } from '../words/names.ts';

/**
 * Completes a value that is being typed, given the values beside it. Candidates come from what is loaded:
 * nothing is read from the service for it.
 */
export type Completion = (
  typed: string,
  desk: Desk,
  given: Readonly<Record<string, string>>,
) => Promise<string[]> | string[];

/** No host shows more. */
const MOST = 100;

/** The most characters of a text that is offered. */
const LONGEST = 200;

/** Texts that mean the same after they have passed; another one could not be looked up any more. */
function unchanged(
  texts: readonly (Foreign | undefined)[],
  pass: (text: Foreign, maxLength: number) => Quoted,
): string[] {
  return texts.flatMap((text) => {
    const passed = text && pass(text, LONGEST);
    return passed && isUnchanged(text, passed) ? [plainText(passed)] : [];
  });
}

export const periods: Completion = (typed) => matching(typed, PERIOD_NAMES);

/** Any part of a zone's name counts, such as the city. */
export const timezones: Completion = (typed, { zone }) =>
  matching(typed, [zone.id, ...Intl.supportedValuesOf('timeZone')]);

/** Agents by their name, where it is one agent's alone, and by id. */
export const agents: Completion = async (typed, { archive }) => {
  const listed = await archive.agents.all();
  const names = listed.map(fullNameOf);
  const counts = Map.groupBy(names, nameIdentity);
  const unique = names.filter((name) => counts.get(nameIdentity(name))?.length === 1);
  return matching(typed, [
    ...unique.filter((name) => name !== '' && deskLine(name, LONGEST) === name),
    ...listed.map(({ agentId }) => String(agentId)),
  ]);
};

/** The ids of the newest chats. */
export const chatIds: Completion = async (typed, { archive }) =>
  matching(
    typed,
    (await archive.chats.newest(MOST)).map(({ chatId }) => String(chatId)),
  );

/** Visitors by name, email and id: those of the newest chats, the newest of the list, and those with a name like it. */
export const visitors: Completion = async (typed, desk) => {
  const { archive } = desk;
  const { line, email } = await desk.redactor();
  const newest = (await archive.chats.newest(MOST)).map(({ visitor }) => visitor);
  const listed = await archive.visitors.find({}, MOST);
  const alike = typed.trim() === '' ? [] : await archive.visitors.contactsMatching(typed);
  const known = [...newest, ...listed, ...alike];
  return matching(typed, [
    ...unchanged(
      known.map(({ name }) => name),
      line,
    ),
    ...unchanged(
      known.map((one) => one.email),
      email,
    ),
    ...known.flatMap(({ visitorId }) => (visitorId === undefined ? [] : [String(visitorId)])),
  ]);
};

export const bots: Completion = (typed, { chatbots }) =>
  matching(
    typed,
    (chatbots?.bots ?? []).map(({ name }) => name),
  );

/** The endpoints of the bot that is given, or of all. */
export const endpoints: Completion = (typed, { chatbots }, { bot }) =>
  matching(
    typed,
    (chatbots?.bots ?? [])
      .filter(({ name }) => bot === undefined || name === bot)
      .flatMap((one) => one.endpoints.map(({ name }) => name)),
  );
