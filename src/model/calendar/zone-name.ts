import { closestNames } from '../text/closest.ts';
import { didYouMean } from '../text/did-you-mean.ts';
import { InvalidArgument } from '../errors.ts';
import { trusted, type ProgramText, type TrustedText } from '../text/trusted-text.ts';

declare const zoneName: unique symbol;

/** The name of a zone that the runtime knows. */
export type ZoneName = ProgramText & { readonly [zoneName]: true };

/** Checks an IANA name. Throws InvalidArgument, which says so with `said` and names the closest, when there is no zone of that name. */
export function zoneNameOf(id: string, said: TrustedText = trusted`There is no such time zone`): ZoneName {
  if (isZoneName(id)) return id;
  // Each check takes a while, and there are hundreds of zones.
  const zones = closestNames(id, Intl.supportedValuesOf('timeZone')).filter(isZoneName);
  throw new InvalidArgument(
    didYouMean(said, id, zones, { listed: [] }),
    trusted`${zones.length === 0 ? 'Use an IANA name, such as Europe/Berlin.' : ''}`,
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
