import type { Arguments } from '../shared/host.ts';

/** What a person has chosen, as arguments of tools: the period and its zone, what it is compared with, whose chats, and when. */
export interface Choice {
  readonly period?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly timezone?: string | undefined;
  readonly compare_to?: string | undefined;
  readonly agent?: string | undefined;
  readonly account?: string | undefined;
  readonly weekdays?: readonly string[] | undefined;
  readonly hours?: string | undefined;
}

export const PERIODS = [
  ['yesterday', 'Yesterday'],
  ['last_7_days', 'Last 7 days'],
  ['last_week', 'Last week'],
  ['last_30_days', 'Last 30 days'],
  ['this_month', 'This month'],
  ['last_month', 'Last month'],
] as const;

export const COMPARISONS = [
  ['previous_period', 'The days before'],
  ['same_period_last_year', 'The same days last year'],
] as const;

const TEXTS = ['period', 'from', 'to', 'timezone', 'compare_to', 'agent', 'account', 'hours'] as const;

/** What the arguments of a call choose, so that the view goes on from there. */
export function choiceOf(args: Arguments): Choice {
  const { weekdays } = args;
  const texts = TEXTS.flatMap((name) => {
    const value = args[name];
    return typeof value === 'string' && value !== '' ? [[name, value] as const] : [];
  });
  const days = Array.isArray(weekdays) ? weekdays.filter((day) => typeof day === 'string') : [];
  return { ...Object.fromEntries(texts), ...(days.length > 0 && { weekdays: days }) };
}

/** The choice without its comparison: lists and groups that are compared with nothing. */
export function withoutComparison({ compare_to: _, ...rest }: Choice): Choice {
  return rest;
}
