import { closestNames } from '../text/closest.ts';
import { InvalidArgument } from '../errors.ts';
import { joined, trusted, type ProgramText } from '../text/trusted-text.ts';

declare const zoneName: unique symbol;

/** The name of a zone that the runtime knows. */
export type ZoneName = ProgramText & { readonly [zoneName]: true };

/** Checks an IANA name. Throws InvalidArgument, with the closest names, when there is no zone of that name. */
export function zoneNameOf(id: string): ZoneName {
  if (isZoneName(id)) return id;
  const guesses = closestNames(id, Intl.supportedValuesOf('timeZone')).filter(isZoneName);
  throw new InvalidArgument(
    'The time zone is not known.',
    trusted`Give an IANA name such as Europe/Berlin.${guesses.length > 0 ? trusted` Closest: ${joined(guesses, ', ')}.` : ''}`,
  );
}

function isZoneName(id: string): id is ZoneName {
  // At most starts it is this one, and the runtime takes its time to load what it knows of zones.
  if (id === 'UTC') return true;
  // An offset such as +02:00 is understood by the runtime too, but it knows no daylight saving and misleads.
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,63}$/.test(id)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: id }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
