import type { Page } from '../../../src/upstream/pages/pages-in-turn.ts';

export type Row = { readonly id: number };

/** What a service answers behind the last page: no rows, that there is no such page, or the last page again. */
export type EndStyle = 'empty' | 'beyond' | 'repeat';

export const idOf = ({ id }: Row): number => id;

export function pageOf(ids: readonly number[], rejected = 0): Page<Row> {
  return { kind: 'rows', rows: ids.map((id) => ({ id })), rejected };
}

/** Cuts one page out of a list as it is now. */
export function cut(ids: readonly number[], page: number, size: number, style: EndStyle): Page<Row> {
  const last = Math.max(1, Math.ceil(ids.length / size));
  const shown = style === 'repeat' ? Math.min(page, last) : page;
  if (style === 'beyond' && (shown > last || ids.length === 0)) return { kind: 'beyond' };
  return pageOf(ids.slice((shown - 1) * size, shown * size));
}
