import { vi } from 'vitest';
import { slices } from '../../src/model/slices.ts';

/**
 * How often some work lets everything else have its turn, if each slice of it is over as soon as it asks: the number of pieces into
 * which it can be cut on any machine, however slow.
 */
export async function turnsOf(work: () => Promise<unknown>): Promise<number> {
  const isOver = vi.spyOn(slices, 'isOver').mockReturnValue(true);
  const next = vi.spyOn(slices, 'next');
  try {
    await work();
    return next.mock.calls.length;
  } finally {
    isOver.mockRestore();
    next.mockRestore();
  }
}
