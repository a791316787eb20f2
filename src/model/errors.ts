import type { Scope } from './caller.ts';
import { asTrusted, joined, trusted, type DeskText, type Trusted, type TrustedText } from './text/trusted-text.ts';
import { seconds, type Seconds } from './time/units.ts';

/** Whether calling again helps: never as things are, at once, or after a while. */
export type Retry = 'no' | 'now' | { readonly after: Seconds };

/**
 * Everything that can go wrong and that somebody can act on. `message` says what happened and `advice` what to do, in sentences
 * that begin with a verb, or nothing where that is plain; both are our own words and never hold an upstream body, a header, a secret or a
 * stack. They are literals, or what the tag `trusted` made: the type parameters below only let the compiler see literals.
 * Anything else that is thrown is a bug, and is reported as one.
 */
export abstract class ChatOperationsError extends Error {
  declare readonly message: TrustedText;
  abstract readonly advice: TrustedText;
  /** Who can do it: an assistant is told to pass on what only a person can. */
  readonly advised: 'assistant' | 'user' = 'assistant';
  readonly retry: Retry = 'no';

  // oxlint-disable-next-line no-useless-constructor -- it is what keeps other texts out of a message
  constructor(message: TrustedText, options?: ErrorOptions) {
    super(message, options);
  }

  override get name(): string {
    return this.constructor.name;
  }
}

/** An error of which only the place that throws it knows the words and the advice. */
abstract class AdvisedError<Message extends string, Advice extends string> extends ChatOperationsError {
  readonly advice: TrustedText;
  constructor(message: Trusted<Message>, advice?: Trusted<Advice>) {
    super(asTrusted(message));
    this.advice = advice === undefined ? trusted`` : asTrusted(advice);
  }
}

/** An argument that cannot be right: an impossible date, an unknown name, a cursor of another list. */
export class InvalidArgument<Message extends string = string, Advice extends string = string> extends AdvisedError<
  Message,
  Advice
> {}

/** The caller may see only the chats of one agent, and the desk has no such agent, or two: they see no chat. */
export class NoOwnAgent extends ChatOperationsError {
  readonly advice = trusted`Tell the user that the operator must give this caller the email address of exactly one agent.`;
  constructor(email: TrustedText) {
    super(
      trusted`This caller may see only the chats of the agent with the email address ${email}, but this desk has no such agent, or several.`,
    );
  }
}

/** The caller lacks a scope that the answer needs. */
export class ScopeMissing extends ChatOperationsError {
  readonly advice = trusted`Tell the user; the operator decides which scopes a caller has. Do not look for the same data with other tools.`;
  constructor(what: TrustedText, scopes: readonly Scope[]) {
    const names = joined(
      scopes.map((scope) => trusted`${scope}`),
      ', ',
    );
    super(
      trusted`${what} needs the ${scopes.length === 1 ? trusted`scope` : trusted`scopes`} ${names}, which this caller lacks.`,
    );
  }
}

/** A caller calls more often than the setting calls_per_minute allows. */
export class TooManyCalls extends ChatOperationsError {
  readonly advice = trusted`Make one call at a time, and ask for more with each: longer periods, larger pages.`;
  override readonly retry: Exclude<Retry, string>;
  constructor(after: Seconds) {
    super(trusted`Too many calls: others of this caller are waiting, so this one was refused.`);
    this.retry = { after };
  }
}

/** A setting, flag, environment variable or configuration file that cannot be used. */
export class InvalidConfiguration<Message extends string = string, Advice extends string = string> extends AdvisedError<
  Message,
  Advice
> {}

/** The kinds of record that have an id, and the tool that lists each. */
const LISTED_BY = {
  agent: 'list_support_agents',
  chat: 'list_chats',
  'offline message': 'list_offline_messages',
  visitor: 'list_visitors',
} as const;
export type RecordKind = keyof typeof LISTED_BY;

/** The API has no record with this id (specification, section 7, …NotFound). */
export class RecordNotFound extends ChatOperationsError {
  readonly advice: TrustedText;
  constructor(kind: RecordKind, id: number, words = trusted`There is no ${kind} ${id}.`) {
    super(words);
    this.advice = trusted`Check the id, or find the ${kind} with ${LISTED_BY[kind]}; it may have been deleted.`;
  }
}

/** The record belongs to a visitor who was erased from the archive: it is not kept again, and not shown. */
export class RecordErased extends RecordNotFound {
  override readonly advice = trusted`The operator did this with the command archive erase. The service itself may still show it.`;
  constructor(kind: RecordKind, id: number) {
    super(kind, id, trusted`The ${kind} ${id} belongs to a visitor who was erased from this archive.`);
  }
}

/** The caller may see the records of one agent alone, and this one is not among them, whether it exists or not. */
export class NotAmongOwn extends RecordNotFound {
  override readonly advice = trusted`This caller may see only the chats that count for one agent. Tell the user; other ids of that kind will not help.`;
  constructor(kind: RecordKind, id: number) {
    super(kind, id, trusted`There is no ${kind} ${id} among those of this caller's agent.`);
  }
}

/** HTTP 401. The password is not tried again before the configuration changes, so that no account gets locked. */
export class WrongCredentials extends ChatOperationsError {
  readonly advice = trusted`Correct it and restart this server. It is not tried again until then, so that the account is not locked.`;
  override readonly advised = 'user';
  constructor() {
    super(trusted`The service refused the login: wrong email or password.`);
  }
}

/** HTTP 403: this login may not read this list or this record. Other endpoints may still answer. */
export class PermissionDenied<What extends string = string> extends ChatOperationsError {
  readonly advice = trusted`Use a login with the superadmin permission.`;
  override readonly advised = 'user';
  constructor(what: Trusted<What>) {
    super(trusted`This login may not read ${asTrusted(what)}.`);
  }
}

/** HTTP 429, or our own gate: too many requests a minute. */
export class RateLimited extends ChatOperationsError {
  readonly advice = trusted`What was loaded is kept.`;
  override readonly retry: Exclude<Retry, string>;
  constructor(after: Seconds) {
    super(trusted`The service's request limit is reached.`);
    this.retry = { after };
  }
}

/** The error for a request that would wait for nothing, because too many wait already. */
export class UpstreamBusy extends ChatOperationsError {
  readonly advice = trusted`Make fewer calls at once.`;
  override readonly retry: Retry = { after: seconds(60) };
  constructor() {
    super(trusted`Too many calls are waiting for the service.`);
  }
}

/** No usable answer: connection refused, name not found, timeout, HTTP 5xx. */
export class UpstreamUnavailable<What extends string = string> extends ChatOperationsError {
  readonly advice = trusted`Check the base address and the network.`;
  override readonly advised = 'user';
  override readonly retry: Retry;
  /** `what` is absent where it failed several times in a row, each in its own way; `after`: for how long it is not even tried. */
  constructor(what?: Trusted<What>, after?: Seconds) {
    super(
      what === undefined
        ? trusted`The service is not responding.`
        : trusted`The service is not responding (${asTrusted(what)}).`,
    );
    this.retry = after === undefined ? 'now' : { after };
  }
}

/** The certificate of the service is signed by nobody who is trusted: nothing was sent. */
export class UntrustedCertificate extends ChatOperationsError {
  readonly advice = trusted`Check the base address. If a private certificate authority signed it, name that with --ca-file or CHAT_OPERATIONS_CA_FILE.`;
  override readonly advised = 'user';
  constructor() {
    super(trusted`The service's certificate is not trusted, so nothing was sent.`);
  }
}

/** An answer that is not what the specification describes: HTML, another shape, cut off, too large. Nothing of it is stored. */
export class UnreadableAnswer<What extends string = string> extends ChatOperationsError {
  readonly advice = trusted`Check that the base address is that of the REST API.`;
  override readonly advised = 'user';
  /** @param what the service did, such as "answered with HTTP 418" */
  constructor(what: Trusted<What>) {
    super(trusted`The service ${asTrusted(what)}.`);
  }
}

/** The deadline passed before anything could be read. */
export class DeadlinePassed extends ChatOperationsError {
  readonly advice = trusted``;
  override readonly retry: Retry = 'now';
  constructor() {
    super(trusted`The time for one answer ran out; what was loaded is kept.`);
  }
}

/** The archive file cannot be used: not an archive, another desk's, damaged, locked, or not writable. */
export class ArchiveUnusable<Message extends string = string, Advice extends string = string> extends AdvisedError<
  Message,
  Advice
> {
  override readonly advised = 'user';
}

/** The archive is there, and holds nothing of the desk that was asked for yet, or of any. */
export class DeskNotInArchive<Message extends string = string, Advice extends string = string> extends ArchiveUnusable<
  Message,
  Advice
> {}

/**
 * The archive cannot be used for now, and no setting is to blame: its server is away, another process keeps it locked, its
 * disk is full. Whoever serves it goes on, and tries again at the next question.
 */
export class ArchiveUnavailable<
  Message extends string = string,
  Advice extends string = string,
> extends ArchiveUnusable<Message, Advice> {
  override readonly retry: Retry;
  constructor(message: Trusted<Message>, advice: Trusted<Advice>, retry: Retry) {
    super(message, advice);
    this.retry = retry;
  }
}

/** The archive can be read, and not written: its disk is full, or takes nothing. What it holds can be asked for. */
export class ArchiveUnwritable extends ArchiveUnavailable<TrustedText, TrustedText> {}

/** The error for an archive file that cannot be read any more. The next start sets it aside and begins a new one. */
export class ArchiveDamaged<Message extends string = string, Advice extends string = string> extends ArchiveUnusable<
  Message,
  Advice
> {}

/**
 * The archive is damaged, and what was decided in it, by which visitors stay erased, cannot be found in full. Nothing is read
 * before a person says so.
 */
export class DecisionsLost extends ArchiveUnavailable<TrustedText, TrustedText> {
  constructor(what: TrustedText) {
    super(
      trusted`The archive is damaged, and some saved decisions may be lost. ${what} Nothing was changed, and nothing is loaded: visitors who were erased could be shown again.`,
      trusted`Choose how to go on. With a backup: restore the archive together with the file beside it that ends in -decisions.sqlite. Without one: run the command archive start-anew, which goes on with what was found, then archive erase for each erased visitor that it does not know.`,
      'no',
    );
  }
}

/** The line that a webhook call leaves behind could not be written, and so the call was not made. */
export class CallNotAudited extends ArchiveUnusable<TrustedText, TrustedText> {
  override readonly retry: Retry;
  constructor({ message, advice, retry }: Pick<ArchiveUnusable, 'message' | 'advice' | 'retry'>) {
    super(trusted`Not sent: the call could not be written to the audit. ${message}`, advice);
    this.retry = retry;
  }
}

/** A picture that was asked for could not be drawn. The figures are there all the same. `cause`: what broke of ours; absent where others come first or it takes too long. */
export class ChartNotDrawn<Why extends string = string> extends ChatOperationsError {
  readonly advice = trusted`The text has the same figures.`;
  readonly why: TrustedText;
  override readonly retry: Retry;
  constructor(why: Trusted<Why>, retry: Retry = 'now', cause?: unknown) {
    super(trusted`The chart was not drawn: ${asTrusted(why)}.`, { cause });
    this.why = asTrusted(why);
    this.retry = retry;
  }
}

/** The error for a second sync of a desk: only one runs at a time. */
export class SyncUnderWay extends ChatOperationsError {
  readonly advice = trusted`Wait until it has ended. What it has loaded can be used meanwhile.`;
  constructor() {
    super(trusted`Another sync of this desk is running.`);
  }
}

/** A webhook call provably did not leave. */
export class WebhookUnreachable<What extends string = string> extends ChatOperationsError {
  readonly advice = trusted`Check the webhook's address, its certificate (--ca-file for a private authority) and the network.`;
  override readonly advised = 'user';
  override readonly retry: Retry = 'now';
  constructor(what: Trusted<What>) {
    super(trusted`Not sent: the chatbot webhook is not responding (${asTrusted(what)}).`);
  }
}

/** The file of a bot's token is missing or wrong at the moment of a webhook call, which did not leave. */
export class BotTokenUnusable extends ChatOperationsError {
  readonly advice = trusted`Fix the file that tokenFile of this bot names. The server's log and the command doctor say what is wrong with it. No restart is needed.`;
  override readonly advised = 'user';
  override readonly retry: Retry = { after: seconds(10) };
  constructor(bot: DeskText) {
    super(trusted`Not sent: the file of the bot ${bot} holds no token that can be used.`);
  }
}

/** A person was to be asked, and gave no reply to this call. */
export class PersonNotAsked<Why extends string = string> extends ChatOperationsError {
  readonly advice = trusted`Tell the user. If they still want it, call again; they are asked again then.`;
  override readonly retry: Retry = 'now';
  constructor(why: Trusted<Why>, cause?: unknown) {
    super(trusted`Nothing was sent or saved. ${asTrusted(why)}`, { cause });
  }
}

/** A reply to a question that waits for none any more: an earlier one may have been acted on. */
export class QuestionClosed extends ChatOperationsError {
  readonly advice = trusted`If the app confirmed the question before, an earlier call may have sent or saved it. Ask the user to check, then call again without the reply.`;
  constructor(why: TrustedText) {
    super(trusted`This call sent and saved nothing: ${why}`);
  }
}

/** The process that acted on the first reply to a question was cut off before anybody could know what came of it. */
export class OutcomeUnknown extends ChatOperationsError {
  readonly advice = trusted`Ask the user to check the conversation, or what was to be saved, before you call again.`;
  constructor() {
    super(
      trusted`This call sent and saved nothing. An earlier call with the same reply was cut off; its outcome is unknown.`,
    );
  }
}

/** A chatbot is sent nothing without a yes to a question, and this app cannot show one. */
export class AgreementRequired extends ChatOperationsError {
  readonly advice = trusted`Use an app that can show questions of servers (elicitation), or have the operator set confirm to "host" for this bot. The app then decides whether to ask before a tool is called.`;
  override readonly advised = 'user';
  constructor() {
    super(trusted`Not sent: this bot needs a confirmation, and this app cannot show the question.`);
  }
}
