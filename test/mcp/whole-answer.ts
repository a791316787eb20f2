import { expect } from 'vitest';
import type { Desk } from './desk.ts';

/** Asks until all of it was read. A desk that has little time for an answer reads on behind it. */
export async function untilWhole(
  desk: Desk,
  tool: 'list_chats' | 'list_offline_messages',
  args: object,
): Promise<void> {
  await expect.poll(async () => (await desk.ask(tool, args)).data.coverage.complete).toBe(true);
}
