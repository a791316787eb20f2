import type { World } from '../../../src/sandbox/world/world.ts';
import { smallWorld } from '../../mcp/desk.ts';

/** A small world with a third of its chats, visitors and messages, for tests that read all there is to ask about little. */
export function thinWorld(): World {
  const world = smallWorld();
  const isLeft = (_row: object, index: number): boolean => index % 3 === 0;
  world.chats = world.chats.filter(isLeft);
  world.visitors = world.visitors.filter(isLeft);
  world.offlineMessages = world.offlineMessages.filter(isLeft);
  return world;
}
