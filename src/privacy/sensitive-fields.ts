import { leavesOf, type JsonLeaf, type JsonObject } from '../model/json.ts';
import { cleaned } from './cleaning.ts';
import { findSensitive } from './redaction/sensitive.ts';

/** A field that holds what nobody should hand over without need. */
export interface SensitiveField {
  readonly path: JsonLeaf['path'];
  readonly kind: 'card' | 'iban' | 'secret';
}

const NOBODY: ReadonlySet<string> = new Set();

/**
 * The fields of some data, at most `deepest` levels down, that hold payment cards, bank accounts or secrets, by the
 * detectors of redaction: the key is read as the words that introduce a value. One kind a field.
 */
export function sensitiveFieldsIn(data: JsonObject, deepest: number): SensitiveField[] {
  const leaves = [...leavesOf(data, deepest)];
  return [...leaves, ...listsOf(leaves)].flatMap(({ path, value }) => {
    const [found] = findSensitive(cleaned(`${wordsOf(path)}: ${valueWords(value)}`), 'cards', [], NOBODY);
    return found?.kind === 'card' || found?.kind === 'iban' || found?.kind === 'secret'
      ? [{ path, kind: found.kind }]
      : [];
  });
}

/** Lists as one value: a number may be cut into its groups. */
function listsOf(leaves: readonly JsonLeaf[]): JsonLeaf[] {
  const lists = new Map<string, { readonly path: JsonLeaf['path']; readonly parts: string[] }>();
  for (const { path, value } of leaves) {
    if (typeof path.at(-1) !== 'number') continue;
    const list = path.slice(0, -1);
    const name = JSON.stringify(list);
    const known = lists.get(name) ?? { path: list, parts: [] };
    known.parts.push(valueWords(value));
    lists.set(name, known);
  }
  return [...lists.values()].map(({ path, parts }) => ({ path, value: parts.join(' ') }));
}

/** The innermost key, as words: `cardNumber` and `card_number` are a card number. */
function wordsOf(path: JsonLeaf['path']): string {
  const key = path.findLast((part) => typeof part === 'string') ?? '';
  return key.replaceAll(/(?<=\p{Ll})(?=\p{Lu})|_/gu, ' ');
}

function valueWords(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
