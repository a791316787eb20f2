import { z } from 'zod';

/** One thing that the specification leaves open: its possible values in a line of words, and the one it usually has. */
function open<const Values extends readonly string[]>(about: string, values: Values, usual: NoInfer<Values[number]>) {
  return z.enum(values).describe(about).prefault(usual);
}

/**
 * Every way of the service that the specification leaves open (design, "What the specification does not say"), by
 * name. What is not given has its usual value.
 */
export const Dialect = z.strictObject({
  page_size: z.int().min(1).max(1000).prefault(50),
  order: open('the rows of a list; agents are then by id', ['newest', 'oldest', 'shuffled'], 'newest'),
  past_end: open(
    'a page beyond the last; with 404 and 400, also page 1 of an empty list',
    ['empty', '404', '400', 'last_page'],
    'empty',
  ),
  date_to: open('whether its day belongs to the period', ['inclusive', 'exclusive'], 'inclusive'),
  filter_time: open(
    'what the dates select by: the request, or the start of the conversation, if there is one',
    ['request', 'start'],
    'request',
  ),
  codes: open('which integers stand for what, the scale of ratings included', ['a', 'b', 'c'], 'a'),
  fields: open(
    'fields without a value are 0 or empty, or absent and null in turns; or every number is text',
    ['as_written', 'missing_and_null', 'numbers_as_text'],
    'as_written',
  ),
  words: open(
    'roles, statuses and message types: those that were observed, or others beside them',
    ['observed', 'others'],
    'observed',
  ),
  create_time: open("an agent's: a year, epoch milliseconds, or text", ['year', 'milliseconds', 'text'], 'year'),
  missed_name: open("the name of a single chat's is_missed", ['is_missed', 'is_missed_chat'], 'is_missed'),
  country: open('where a single visitor has it', ['in_records', 'top_level', 'both'], 'in_records'),
  missed_chats: open(
    'times and agent of a missed chat: zero is as in any field without a value; implausible is -1 and 1999',
    ['zero', 'absent', 'null', 'implausible'],
    'zero',
  ),
  running_chats: open('whether the list has chats without an end', ['listed', 'unlisted'], 'listed'),
  several_invalid: open('the status for several invalid parameters', ['404', '400'], '404'),
  agent_filter: open(
    "an agent's chats: also those that they passed on, or only those that name them",
    ['involved', 'named'],
    'involved',
  ),
  readers: open('whose logins may read agents and single records', ['everyone', 'admins', 'super_admin'], 'everyone'),
  webhook_answer: open(
    'what the webhook says to data that it took',
    ['json', 'accepted', 'no_content', 'text'],
    'json',
  ),
  webhook_refusals: open(
    'how the webhook refuses: { error }, the list of the REST errors or text, with a status that fits; or always 400; or 403 for the token and for unknown names',
    ['error', 'error_list', 'text', 'bad_request', 'forbidden'],
    'error',
  ),
  webhook_session: open(
    'data for a session that is not running: refused, or answered as if it were taken',
    ['refused', 'taken'],
    'refused',
  ),
  limit_scope: open(
    'what a limit counts: all of a login, or each endpoint by itself',
    ['account', 'endpoint'],
    'account',
  ),
  limit_window: open('any sixty seconds, or the minutes of the clock', ['sliding', 'fixed'], 'sliding'),
  refused_attempts: open('whether the limit counts them too', ['free', 'counted'], 'free'),
  limit_form: open(
    'how a 429 of the limit says how long to wait',
    ['retry_after', 'retry_after_date', 'ratelimit', 'x_ratelimit', 'body', 'nothing'],
    'retry_after',
  ),
});
export type Dialect = Readonly<z.infer<typeof Dialect>>;

/** A dialect of which only what matters is said. */
export type DialectOptions = z.input<typeof Dialect>;

/** The service as it usually is. */
export const USUAL_DIALECT: Dialect = Dialect.parse({});

/** A question with a closed list of answers, as a command line shows it. */
export interface Dimension {
  readonly name: string;
  readonly about: string;
  readonly values: readonly string[];
  readonly usual: string;
}

const { page_size: _, ...closed } = Dialect.shape;

/** Every question but the page size. */
export const DIMENSIONS: readonly Dimension[] = Object.entries(closed).map(([name, answer]) => ({
  name,
  about: answer.unwrap().description ?? '',
  values: answer.unwrap().options,
  usual: answer.parse(undefined),
}));
