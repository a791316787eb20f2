import type { Arguments } from '../host.ts';

/** What somebody looks at, as the parameters of an address: choices, a list of chats behind a number, a chat of that list. */
export type Place = Readonly<Record<string, string>>;

/** What the arguments of a call choose of the desk. */
const CHOICES = ['period', 'from', 'to', 'timezone', 'compare_to', 'agent', 'account', 'weekdays', 'hours'];
/** Stands before the arguments of the list. */
const OF_LIST = 'list.';

const textOf = (value: unknown): string => (Array.isArray(value) ? value.join(',') : String(value));

/** The choices of a call, so that the desk goes on from there. */
export function placeOf(args: Arguments): Place {
  return Object.fromEntries(CHOICES.flatMap((name) => (args[name] === undefined ? [] : [[name, textOf(args[name])]])));
}

/** What is chosen, as the arguments of every tool. */
export function choiceOf(place: Place): Arguments {
  return Object.fromEntries(CHOICES.flatMap((name) => (place[name] ? [[name, place[name]]] : [])));
}

/** The choice without its comparison, for what is compared with nothing. */
export function withoutComparison({ compare_to: _, ...choice }: Arguments): Arguments {
  return choice;
}

/** A place with other choices: those that are undefined are taken away. */
export function changed(place: Place, changes: Readonly<Record<string, string | undefined>>): Place {
  const entries = Object.entries({ ...place, ...changes });
  return Object.fromEntries(entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
}

/** The place of a list of chats. */
export function listAt(place: Place, title: string, args: Arguments): Place {
  const { account, ...asked } = args;
  const entries = Object.entries(asked).flatMap(([name, value]) =>
    value === undefined ? [] : [[`${OF_LIST}${name}`, textOf(value)] as const],
  );
  return { ...deskOf(place), list: title, ...Object.fromEntries(entries) };
}

/** The arguments of the list that a place has; undefined where it has none. */
export function listOf(place: Place): Arguments | undefined {
  if (place['list'] === undefined) return undefined;
  const entries = Object.entries(place).flatMap(([name, value]) =>
    name.startsWith(OF_LIST) ? [[name.slice(OF_LIST.length), valueOf(value)] as const] : [],
  );
  return { ...Object.fromEntries(entries), ...(place['account'] !== undefined && { account: place['account'] }) };
}

const valueOf = (text: string): string | boolean => (text === 'true' || text === 'false' ? text === 'true' : text);

/** What is above a place: of a chat its list, of a list the desk. */
export function above(place: Place): Place {
  const { chat, ...rest } = place;
  return chat === undefined || place['list'] === undefined ? deskOf(rest) : rest;
}

function deskOf(place: Place): Place {
  return Object.fromEntries(
    Object.entries(place).filter(([name]) => name !== 'chat' && name !== 'list' && !name.startsWith(OF_LIST)),
  );
}
