import type { Dialect } from '../dialects.ts';
import { DAY, startOfDay } from '../world/time.ts';
import { invalidPageNumber } from './error-answers.ts';

/** The raw value of a query parameter; absent ones have their default. */
export type QueryReader = (name: string) => string | undefined;

export interface ChatQuery {
  page: number;
  /** Times from `from` up to, not including, `to`: epoch ms. */
  from: number;
  to: number;
  agentId: number | undefined;
  agentEmail: string | undefined;
}

/** The parsed parameters, or one message of section 7 for each parameter that is invalid. */
export type Parsed<T> = { ok: true; value: T } | { ok: false; messages: string[] };

/** The parameters of agents, offline messages and visitors: `page_no` alone. */
export function parsePageQuery(read: QueryReader): Parsed<{ page: number }> {
  const messages: string[] = [];
  const page = readPage(read, messages);
  return messages.length > 0 ? { ok: false, messages } : { ok: true, value: { page } };
}

/**
 * The parameters of the chat list (section 4.2). Dates are whole UTC days; whether that of `date_to` is part of the
 * period, today by default, is the dialect's. `today` is any time of today.
 */
export function parseChatQuery(
  read: QueryReader,
  today: number,
  { date_to: dateTo }: Pick<Dialect, 'date_to'>,
): Parsed<ChatQuery> {
  const messages: string[] = [];
  const page = readPage(read, messages);
  const from = readDate(read, 'date_from', messages) ?? 0;
  const lastDay = readDate(read, 'date_to', messages) ?? startOfDay(today);
  const agentId = readAgentId(read, messages);
  const agentEmail = readEmail(read, messages);
  if (messages.length > 0) return { ok: false, messages };
  return { ok: true, value: { page, from, to: dateTo === 'inclusive' ? lastDay + DAY : lastDay, agentId, agentEmail } };
}

/** A whole number from 0 up, in digits alone, as in an id; undefined for anything else. */
export function parseDigits(text: string): number | undefined {
  const value = /^\d+$/.test(text) ? Number(text) : undefined;
  return Number.isSafeInteger(value) ? value : undefined;
}

function readPage(read: QueryReader, messages: string[]): number {
  const text = read('page_no') ?? '1';
  const page = parseDigits(text) ?? 0;
  if (page < 1) messages.push(invalidPageNumber(text));
  return page;
}

function readDate(read: QueryReader, name: string, messages: string[]): number | undefined {
  const text = read(name);
  if (text === undefined) return undefined;
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // Date.parse rolls 30 February over into March, so the day must come back as it went in.
  if (!Number.isNaN(at) && new Date(at).toISOString().startsWith(text)) return at;
  messages.push(`Invalid Date Format: ${text}. Date must be of correct Date format: (yyyy-MM-dd)`);
  return undefined;
}

function readAgentId(read: QueryReader, messages: string[]): number | undefined {
  const text = read('agent_id');
  if (text === undefined) return undefined;
  const agentId = parseDigits(text);
  if (agentId === undefined) messages.push(`Invalid Agent Id: ${text}. Please enter a valid Agent Number.`);
  return agentId;
}

function readEmail(read: QueryReader, messages: string[]): string | undefined {
  const text = read('agent_email_id');
  if (text === undefined || /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)) return text;
  messages.push(`Invalid Agent Email Address: ${text}. Please provide a valid Email Address`);
  return undefined;
}
