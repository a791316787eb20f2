import { distance } from 'fastest-levenshtein';

/**
 * The valid names that somebody may have meant by `typed`, closest first: those that begin with it or contain it,
 * and those within a third of its length in edits. Letter case is ignored. At most `most` of them.
 */
export function closestNames<Name extends string>(typed: string, valid: Iterable<Name>, most = 3): Name[] {
  const wanted = typed.toLowerCase().slice(0, 100);
  if (wanted === '') return [];
  return [...valid]
    .map((name) => ({ name, edits: editsTo(wanted, name.toLowerCase()) }))
    .filter(({ edits }) => edits <= Math.max(2, wanted.length / 3))
    .sort((one, other) => one.edits - other.edits)
    .slice(0, most)
    .map(({ name }) => name);
}

function editsTo(wanted: string, name: string): number {
  if (name.startsWith(wanted)) return 0;
  if (name.includes(wanted)) return 1;
  return distance(wanted, name);
}
