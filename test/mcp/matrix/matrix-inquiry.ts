import { expect } from 'vitest';
import type { CodeName } from '../../../src/model/codes.ts';
import type { Codes } from '../../../src/sandbox/codes.ts';
import type { Dialect } from '../../../src/sandbox/dialects.ts';
import type { Chat } from '../../../src/sandbox/world/world.ts';
import type { Answer, Desk } from '../desk.ts';
import { type Days, isoTime, numberOfDays } from '../../oracle/calendar.ts';
import type { AnswerOf, Coverage, ToolName } from '../protocol/shapes.ts';

// Questions to a desk in a dialect. What an answer leaves out has to be named with the setting that tells it, and a
// question costs no more than it may.

/** A desk in a dialect, what is true of it, and what it has been asked. */
export interface Inquiry {
  readonly desk: Desk;
  readonly dialect: Dialect;
  readonly codes: Codes;
  /** Whether the setting `codes` tells every code, so that nothing may be left out. */
  readonly hasCodes: boolean;
  /** The chats that the service lists. */
  readonly chats: readonly Chat[];
  readonly asked: { readonly tool: ToolName; readonly args: object; readonly data: object | undefined }[];
  readonly read: { readonly days: Set<string>; readonly records: Set<string> };
}

/** Counts of what answers left out: by tool, code and set of codes. */
export const leftOut = new Map<string, number>();

/** The codes on which a key of metrics, of a change or of a row rests. */
const RESTS_ON: Readonly<Record<string, readonly CodeName[]>> = {
  missed: ['is_missed'],
  served: ['is_missed'],
  missed_of: ['is_missed'],
  missed_rate: ['is_missed'],
  wait_seconds: ['is_missed'],
  wait_seconds_median: ['is_missed'],
  duration_seconds: ['is_missed'],
  duration_seconds_median: ['is_missed'],
  transferred: ['is_missed', 'is_chat_transferred'],
  transferred_of: ['is_missed', 'is_chat_transferred'],
  transfer_rate: ['is_missed', 'is_chat_transferred'],
  rating: ['is_missed', 'rating'],
  rating_mean: ['is_missed', 'rating'],
  unread: ['unread'],
  enabled: ['enabled'],
};

export type Facts = Record<string, unknown>;

/** An answer to a question, in words and in numbers. */
export interface Told<Tool extends ToolName> {
  readonly tool: Tool;
  readonly text: string;
  readonly data: AnswerOf<Tool>;
  readonly requests: number;
}

/** Whether an answer says that the meaning of a code is not settled. */
export function saysOpen(text: string, code: CodeName): boolean {
  return new RegExp(String.raw`^(?:Not settled|Assumed|Unknown): .*\b${code}\b`, 'm').test(text);
}

/** Whether an answer says that nothing is known of what some values of a code mean. */
function saysUnknown(text: string, code: CodeName): boolean {
  return new RegExp(String.raw`^(?:.* )?Unknown: .*\b${code}\b`, 'm').test(text);
}

/** Holds for the names of metrics whose facts rest on what an answer assumes of a code, and of no others, but for those that rest on nothing here. */
export function expectMarked({ text, data }: Told<'get_support_performance'>): void {
  const assumed = /^Assumed: (.*)$/m.exec(text)?.[1]?.replace(/ Unknown: .*$/, '') ?? '';
  const marked = new Set(data.assumed);
  for (const key of Object.keys(data.overall)) {
    const codes = RESTS_ON[key];
    const name = key.replace(/_seconds$/, '');
    if (codes === undefined || !['missed', 'served', 'wait', 'duration', 'transferred', 'rating'].includes(name))
      continue;
    const isAssumed = codes.some((code) => assumed.includes(`${code} `));
    expect(marked.has(name), `${name} is marked`).toBe(isAssumed);
  }
}

/**
 * Asks, and holds the cost against what the question may cost. Undefined where the answer tells by value, because a filter
 * rests on a code that is not settled.
 */
export async function ask<Tool extends ToolName>(
  inquiry: Inquiry,
  tool: Tool,
  args: object,
  atMost: number,
  mayRefuse: readonly CodeName[] = [],
): Promise<Told<Tool> | undefined> {
  const { desk } = inquiry;
  const { result, requests } = await desk.spentOn<Answer<AnswerOf<Tool>>>(() => desk.ask(tool, args));
  const { text, isError } = result;
  expect(requests, `requests for ${tool} ${JSON.stringify(args)}`).toBeLessThanOrEqual(atMost);
  const isUndecided = !isError && 'undecided' in result.data && (result.data.undecided ?? 0) > 0;
  const undecided = mayRefuse.filter((code) => isUndecided && !inquiry.hasCodes && saysOpen(text, code));
  for (const code of undecided) count(inquiry, tool, code, 'undecided');
  inquiry.asked.push({ tool, args, data: isError ? undefined : result.data });
  if (undecided.length > 0) return undefined;
  return { tool, text, data: result.data, requests };
}

export function count({ dialect }: Inquiry, tool: ToolName, code: CodeName, how: 'undecided' | 'left out'): void {
  const line = `${tool}: codes.${code} ${how}, set ${dialect.codes}`;
  leftOut.set(line, (leftOut.get(line) ?? 0) + 1);
}

/** Facts of an answer are the expected ones, but for those that rest on a code that the text says it cannot read. */
export function expectFacts(
  inquiry: Inquiry,
  { tool, text }: Told<ToolName>,
  actual: Facts | undefined,
  expected: Facts,
): void {
  const isToldAbsent = (key: string): boolean => {
    if (inquiry.hasCodes || actual === undefined || key in actual || expected[key] === undefined) return false;
    // Figures go by what is likely: they lack only what is unknown.
    const isOpen = tool === 'get_support_performance' ? saysUnknown : saysOpen;
    const named = (RESTS_ON[key] ?? []).filter((code) => isOpen(text, code));
    for (const code of named) count(inquiry, tool, code, 'left out');
    return named.length > 0;
  };
  const known = Object.entries(expected).filter(([key]) => !isToldAbsent(key));
  expect(actual, tool).toEqual(Object.fromEntries(known));
}

/** Holds for coverage that says that all is known, as of now, and no more than what the end of its walks can prove. */
export function expectWhole(
  inquiry: Inquiry,
  coverage: Coverage | undefined,
  requests: number,
  days?: Days,
  zone = 'UTC',
): void {
  const { desk, dialect } = inquiry;
  if (dialect.past_end === 'empty') expect(coverage?.basis).toBe('proven');
  else expect(['proven', 'assumed']).toContain(coverage?.basis);
  expect(coverage).toEqual({
    complete: true,
    basis: coverage?.basis,
    ...days,
    ...(days && { days_asked: numberOfDays(days), days_covered: numberOfDays(days) }),
    as_of: isoTime(zone, desk.service.clock.now),
    upstream_requests: requests,
    rejected_records: 0,
  });
}

/** Everything once more: it costs nothing, and is the same where nothing that was read since can have changed it. */
export async function checkAskedAgain({ desk, asked, hasCodes, dialect }: Inquiry): Promise<void> {
  for (const { tool, args, data } of asked) {
    const { result, requests } = await desk.spentOn(() => desk.ask(tool, args));
    expect(requests, `requests for ${tool} again`).toBe(0);
    const isBound = tool !== 'get_service_status' && hasCodes && dialect.running_chats === 'listed';
    if (data === undefined || !isBound) continue;
    expect(withoutCost(result.data)).toEqual(withoutCost(data));
  }
}

/** An answer without how many requests it took, and without what rests on the transcripts that have been read since. */
function withoutCost(data: object): unknown {
  return JSON.parse(JSON.stringify(data, (key, value: unknown) => (CHANGING.has(key) ? undefined : value)));
}

const CHANGING: ReadonlySet<string> = new Set([
  'upstream_requests',
  'first_response_seconds',
  'response_seconds',
  'dropped',
  'definitions',
  // They come from transcripts, of which more are loaded since.
  'first_words',
]);
