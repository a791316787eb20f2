import type { Scope } from './caller.ts';
import { asTrusted, joined, trusted, type DeskText, type Trusted, type TrustedText } from './text/trusted-text.ts';
import { seconds, type Seconds } from './time/units.ts';

/** Whether asking again helps: never as things are, at once, or after a while. */
export type Retry = 'no' | 'now' | { readonly after: Seconds };

/**
 * Everything that can go wrong and that somebody can act on. `message` says what happened and `advice` what the
 * person or the assistant can do; both are our own words and never hold an upstream body, a header, a secret or a
 * stack. They are literals, or what the tag `trusted` made: the type parameters below only let the compiler see literals.
 * Anything else that is thrown is a bug, and is reported as one.
 */
export abstract class ChatOperationsError extends Error {
  declare readonly message: TrustedText;
  abstract readonly advice: TrustedText;
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
  constructor(message: Trusted<Message>, advice: Trusted<Advice>) {
    super(asTrusted(message));
    this.advice = asTrusted(advice);
  }
}

/** An argument that cannot be meant: an impossible date, an id that is none, an unknown cursor. */
export class InvalidArgument<Message extends string = string, Advice extends string = string> extends AdvisedError<
  Message,
  Advice
> {}

/** Whoever asks is bound to the chats of an agent whom the desk does not have, or has twice: they see no chat. */
export class NoOwnAgent extends ChatOperationsError {
  readonly advice = trusted`Tell the person: whoever runs this server binds identities to the email address of an agent, as list_support_agents shows it to others.`;
  constructor(email: TrustedText) {
    super(
      trusted`This identity is bound to the chats of the agent with the email address ${email}, and not exactly one agent of this desk has it: it sees no chat.`,
    );
  }
}

/** Whoever asks lacks a scope that the answer needs. */
export class ScopeMissing extends ChatOperationsError {
  readonly advice = trusted`Tell the person: whoever runs this server decides which scopes an identity has. Do not try to reach the same by other tools.`;
  constructor(what: TrustedText, scopes: readonly Scope[]) {
    const names = joined(
      scopes.map((scope) => trusted`${scope}`),
      ', ',
    );
    super(
      trusted`${what} needs the ${scopes.length === 1 ? trusted`scope` : trusted`scopes`} ${names}, which this identity lacks.`,
    );
  }
}

/** A caller calls more often than the setting calls_per_minute allows. */
export class TooManyCalls extends ChatOperationsError {
  readonly advice = trusted`Call one after the other, and less often. Ask for more at once where a tool can: longer periods, larger pages.`;
  override readonly retry: Exclude<Retry, string>;
  constructor(after: Seconds) {
    super(trusted`Too many calls: this one was refused, because too many others of this caller wait already.`);
    this.retry = { after };
  }
}

/** A setting, flag, environment variable or configuration file that cannot be used. */
export class InvalidConfiguration<Message extends string = string, Advice extends string = string> extends AdvisedError<
  Message,
  Advice
> {}

/** The API has no record with this id (specification, section 7, …NotFound). */
export class RecordNotFound<Kind extends string = string> extends ChatOperationsError {
  readonly advice = trusted`Check the id; ids come from the list tools. A record may also have been deleted.`;
  constructor(kind: Trusted<Kind>, id: number, words = trusted`There is no ${asTrusted(kind)} with id ${id}.`) {
    super(words);
  }
}

/** The record belongs to a visitor who was erased from the archive: it is not kept again, and not shown. */
export class RecordErased<Kind extends string = string> extends RecordNotFound<Kind> {
  override readonly advice = trusted`A person has decided so with the command archive erase. What the chat service itself keeps is to be seen there.`;
  constructor(kind: Trusted<Kind>, id: number) {
    super(
      kind,
      id,
      trusted`The ${asTrusted(kind)} with id ${id} belongs to a visitor whose records were erased here for good.`,
    );
  }
}

/** Whoever asks sees the records of one agent alone, and this one is not among them, whether there is one or not. */
export class NotAmongOwn<Kind extends string = string> extends RecordNotFound<Kind> {
  override readonly advice = trusted`This identity is bound to the chats of one agent, by the agent whom a chat's row names. Tell the person; asking for others does not help.`;
  constructor(kind: Trusted<Kind>, id: number) {
    super(
      kind,
      id,
      trusted`There is no ${asTrusted(kind)} with id ${id} among those of the agent to whom this identity is bound.`,
    );
  }
}

/** HTTP 401. The password is not tried again before the configuration changes, so that no account gets locked. */
export class WrongCredentials extends ChatOperationsError {
  readonly advice = trusted`Correct CHAT_OPERATIONS_EMAIL and the password, then restart the server. It is not tried again until then, so that the account is not locked.`;
  constructor() {
    super(trusted`The chat service refused the login: the email address or the password is wrong.`);
  }
}

/** HTTP 403: this login may not read this list or this record. Other endpoints may still answer. */
export class PermissionDenied<What extends string = string> extends ChatOperationsError {
  readonly advice = trusted`Chats, offline messages and visitors can be listed only by a login with the superadmin permission. Single records by id may still be readable.`;
  constructor(what: Trusted<What>) {
    super(trusted`The login has no permission to read ${asTrusted(what)}.`);
  }
}

/** HTTP 429, or our own gate: too many requests a minute. */
export class RateLimited extends ChatOperationsError {
  readonly advice = trusted`What is read until then is kept.`;
  override readonly retry: Exclude<Retry, string>;
  constructor(after: Seconds) {
    super(trusted`The chat service allows no further requests for about ${Math.ceil(after)} seconds.`);
    this.retry = { after };
  }
}

/** The error for a request that would wait for nothing, because too many wait already. */
export class UpstreamBusy extends ChatOperationsError {
  readonly advice = trusted`Ask fewer questions at once, and ask again when the others are answered.`;
  override readonly retry: Retry = { after: seconds(60) };
  constructor() {
    super(trusted`Too many questions wait for the chat service already.`);
  }
}

/** No usable answer: connection refused, name not found, timeout, HTTP 5xx. */
export class UpstreamUnavailable<What extends string = string> extends ChatOperationsError {
  readonly advice = trusted`Check the base address and the network, then ask again.`;
  override readonly retry: Retry;
  /** `after`: for how long it is not even tried. */
  constructor(what: Trusted<What>, after?: Seconds) {
    super(trusted`The chat service could not be reached: ${asTrusted(what)}.`);
    this.retry = after === undefined ? 'now' : { after };
  }
}

/** The certificate of the service is signed by nobody who is trusted: nothing was sent. */
export class UntrustedCertificate extends ChatOperationsError {
  readonly advice = trusted`If an authority of your own signed it, name that with --ca-file or CHAT_OPERATIONS_CA_FILE; else check the base address.`;
  constructor() {
    super(trusted`The chat service could not be reached: its certificate is not trusted.`);
  }
}

/** An answer that is not what the specification describes: HTML, another shape, cut off, too large. */
export class UnreadableAnswer<What extends string = string> extends ChatOperationsError {
  readonly advice = trusted`Check that the base address is that of the REST API itself. Nothing was stored from this answer.`;
  constructor(what: Trusted<What>) {
    super(trusted`The chat service answered with something that is not its documented format: ${asTrusted(what)}.`);
  }
}

/** The deadline passed before anything could be read. */
export class DeadlinePassed extends ChatOperationsError {
  readonly advice = trusted`Ask again: what was fetched until now is kept, and the rest is fetched then.`;
  override readonly retry: Retry = 'now';
  constructor() {
    super(trusted`The answer took longer than the time allowed for one question.`);
  }
}

/** The archive file cannot be used: not an archive, another desk's, damaged, locked, or not writable. */
export class ArchiveUnusable<Message extends string = string, Advice extends string = string> extends AdvisedError<
  Message,
  Advice
> {}

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
      trusted`The archive is damaged, and a part of what was decided in it may be lost. ${what} Nothing was changed, and nothing is read: visitors who were erased could be shown again.`,
      trusted`Let the person who runs this server decide. With a backup: put the archive back together with the file beside it that ends in -decisions. Without one: the command archive start-anew goes on with what was found; then erase again whom it does not know (archive erase). After either, ask again.`,
      'no',
    );
  }
}

/** The line that a webhook call leaves behind could not be written, and so the call was not made. */
export class CallNotAudited extends ArchiveUnusable<TrustedText, TrustedText> {
  override readonly retry: Retry;
  constructor({ message, advice, retry }: Pick<ArchiveUnusable, 'message' | 'advice' | 'retry'>) {
    super(trusted`Nothing was sent: a call leaves only when its line is in the audit. ${message}`, advice);
    this.retry = retry;
  }
}

/** A picture that was asked for could not be drawn. The figures are there all the same. `cause`: what broke of ours; absent where others come first or it takes too long. */
export class ChartNotDrawn<Why extends string = string> extends ChatOperationsError {
  readonly advice = trusted`The words have the same figures.`;
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
  readonly advice = trusted`It goes on by itself, and what it has read can be asked for meanwhile. Start another one when it has ended.`;
  constructor() {
    super(trusted`Another sync of this desk is running.`);
  }
}

/** A webhook call provably did not leave. */
export class WebhookUnreachable<What extends string = string> extends ChatOperationsError {
  readonly advice = trusted`Check the webhook host, its certificate (--ca-file for an authority of your own) and the network; then it may be sent again.`;
  override readonly retry: Retry = 'now';
  constructor(what: Trusted<What>) {
    super(trusted`Nothing was sent: the chatbot webhook could not be reached (${asTrusted(what)}).`);
  }
}

/** The file of a bot's token is missing or wrong at the moment of a webhook call, which did not leave. */
export class BotTokenUnusable extends ChatOperationsError {
  readonly advice = trusted`Whoever runs the server has to mend the file that tokenFile of this bot names; its log, and the command doctor, say what is wrong with it. Then it may be sent again, without a restart.`;
  override readonly retry: Retry = { after: seconds(10) };
  constructor(bot: DeskText) {
    super(trusted`Nothing was sent: the token of the bot ${bot} cannot be read from its file, or is none.`);
  }
}

/** A person was to be asked, and gave no reply to this call. */
export class PersonNotAsked<Why extends string = string> extends ChatOperationsError {
  readonly advice = trusted`Tell the person what was to be sent, and why it was not. If they want it, call again, so that they are asked again.`;
  override readonly retry: Retry = 'now';
  constructor(why: Trusted<Why>, cause?: unknown) {
    super(trusted`Nothing was sent. ${asTrusted(why)}`, { cause });
  }
}

/** A reply to a question that waits for none any more: an earlier one may have been acted on. */
export class QuestionClosed extends ChatOperationsError {
  readonly advice = trusted`If the host accepted before, an earlier call may have sent it: ask the person to look at the conversation. Then call anew, so that they are asked again.`;
  constructor(why: TrustedText) {
    super(trusted`This call sent nothing: ${why}`);
  }
}

/** The process that acted on the first reply to a question was cut off before anybody could know what came of it. */
export class OutcomeUnknown extends ChatOperationsError {
  readonly advice = trusted`Ask the person to look at the conversation, or at what was to be changed, before they are asked again.`;
  constructor() {
    super(
      trusted`This call sent nothing. The reply had reached another process of this server before, which was cut off before it said what came of it: whether that call has sent anything is not known.`,
    );
  }
}

/** A chatbot is handed nothing without a yes to a question, and this host cannot show one. */
export class AgreementRequired extends ChatOperationsError {
  readonly advice = trusted`Use a host that shows the questions of servers to the person (elicitation), or let the person who runs this server set confirm to "host" for this bot, which leaves it to the host to ask before a tool is called.`;
  constructor() {
    super(
      trusted`Nothing was sent: this bot takes data only after a question that the host accepts, and this host cannot show any.`,
    );
  }
}
