import type { Chat, World } from '../../../src/sandbox/world/world.ts';
import { chatsOn } from '../../oracle/calendar.ts';
import type { AnswerOf } from '../../mcp/protocol/shapes.ts';

// What tests of groups have in common: the period they ask about, and how they name a group.

/** All of a small world but the day that still runs. */
export const MONTH = { from: '2026-10-19', to: '2026-11-17' };

export const inMonth = (world: World): Chat[] => chatsOn(world.chats, MONTH, 'UTC');
export const agentOf = ({ agentId }: Chat): string => String(agentId ?? 'none');

type Data = AnswerOf<'get_support_performance'>;
export type Group = NonNullable<Data['groups']>[number];

export const keyIn = ({ key }: Group): string => (typeof key === 'string' ? key : key.join(' '));
export const keysIn = ({ groups = [] }: Data): string[] => groups.map(keyIn);
/** The label of a group, in our words or in strangers'. */
export const labelIn = ({ label, quoted_label: quoted }: Group): string => label ?? quoted ?? '';
export const chatsIn = ({ metrics }: Group): number => Number(metrics['chats']);

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
