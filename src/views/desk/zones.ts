import { distance } from 'fastest-levenshtein';

/** The zone of this machine first. */
export const ZONES = [
  ...new Set([Intl.DateTimeFormat().resolvedOptions().timeZone, 'UTC', ...Intl.supportedValuesOf('timeZone')]),
];

/** Whether a browser knows a zone of this name. It knows offsets such as +02:00, too, which the server does not take. */
export function isZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const MOST_CLOSE = 3;

/** What somebody is told who typed the name of no zone. */
export function noZoneWords(typed: string): string {
  const wanted = typed.toLowerCase().replaceAll(/\s/g, '_');
  const close = ZONES.map((name) => ({ name, edits: editsTo(wanted, name.toLowerCase()) }))
    .filter(({ edits }) => edits <= Math.max(2, wanted.length / 3))
    .toSorted((one, other) => one.edits - other.edits)
    .slice(0, MOST_CLOSE)
    .map(({ name }) => name);
  const closest = close.length === 0 ? '' : ` Closest: ${close.join(', ')}.`;
  return `The time zone is not known. Give an IANA name such as Europe/Berlin.${closest}`;
}

function editsTo(wanted: string, name: string): number {
  return name.includes(wanted) ? 0 : distance(wanted, name);
}
