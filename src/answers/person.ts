import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  isInputRequiredResult,
  inputResponse,
  type ClientCapabilities,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { OutcomeUnknown, PersonNotAsked, QuestionClosed } from '../model/errors.ts';
import { trusted } from '../model/text/trusted-text.ts';
import { after, type Clock } from '../model/time/units.ts';
import type { Reply } from '../model/decided-here.ts';
import { GIVEN_UP, LOST, WAITS_FOR, type CallResult, type RepliedQuestion } from './asked-questions.ts';
import { rulingOn, type Circumstances, type KnownQuestion, type Refusal } from './consent.ts';
import { renderError } from './error-words.ts';
import type { Desk } from './desk.ts';

/** Something that needs a yes. */
interface NeedsYes extends Pick<Circumstances, 'confirm'> {
  /** What the user is asked. Made only where they are. */
  readonly request: () => string | Promise<string>;
  /** Says exactly for what: a reply counts for nothing else. */
  readonly about: string;
}

/** What may be done about something that needs a yes. */
export interface Consent extends Pick<RepliedQuestion, 'withdrawn' | 'mayLeave'> {
  /** `unasked` where the app cannot show questions and no yes is required, `cannot_ask` where one is. */
  readonly reply: Reply | 'unasked' | 'cannot_ask';
}

/** The person in front of the host, if the host can show our questions. No host says whether anybody is there. */
export interface Person {
  readonly canBeAsked: boolean;
  /**
   * Counts the reply that the call brings, if it brings one: its question is closed then, whatever the call is about. Called
   * before anything else, such as reading the arguments. Throws ArchiveUnusable.
   */
  hear(): Promise<void>;
  /**
   * Decides by the rule of consent, and asks where that says so. Throws PersonNotAsked or QuestionClosed when no reply counts, and
   * EarlyResult where this call can only end.
   */
  ask(needed: NeedsYes): Promise<Consent>;
}

/**
 * Ends a call with this result (protocol 2026-07-28): the client asks the person, and calls again with the reply; or the
 * reply was given before, and this is what that came to.
 */
export class EarlyResult extends Error {
  readonly result: CallResult;
  constructor(result: CallResult) {
    super('The call has its result.');
    this.result = result;
  }
}

/** The client capabilities that each call of the 2026-07-28 protocol carries. */
const Envelope = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({
    elicitation: z
      .object({ form: z.record(z.string(), z.json()).optional() })
      .catchall(z.json())
      .optional(),
  }),
});

/** Yes and no are the host's own buttons: there is nothing to fill in. */
const NOTHING_TO_FILL_IN = { type: 'object', properties: {} } as const;
const REPLIES = { accept: 'accepted', decline: 'declined', cancel: 'dismissed' } as const;
const KEY = 'confirmation';

/** What a call brings of a question. */
interface Brought {
  readonly state?: string;
  readonly reply?: Reply;
  readonly question: Extract<KnownQuestion, 'none' | 'unnamed'>;
}

/** Reads what a call brings, in either era: responses that say no yes to the question of their state close it. */
function broughtBy({ mcpReq }: ServerContext): Brought {
  const { inputResponses } = mcpReq;
  const state = mcpReq.requestState();
  if (state === undefined && inputResponses === undefined) return { question: 'none' };
  const response = inputResponse(inputResponses, KEY);
  const brought = { question: 'unnamed', ...(typeof state === 'string' && { state }) } as const;
  if (response.kind === 'elicit') return { ...brought, reply: REPLIES[response.action] };
  return inputResponses === undefined || state === undefined ? brought : { ...brought, reply: 'dismissed' };
}

/**
 * The person behind a call. `capabilities` are what the client said at the beginning of its connection, in the 2025-era
 * protocol; in the later one each call says it. `answer` is what the call comes to.
 */
export function personBehind(
  context: ServerContext,
  capabilities: ClientCapabilities | undefined,
  desk: Desk,
  answer: () => Promise<CallResult>,
): Person {
  const { mcpReq } = context;
  const questions = desk.memory.askedQuestions;
  const ofCall = Envelope.safeParse(mcpReq.envelope).data?.[CLIENT_CAPABILITIES_META_KEY];
  const canBeAsked = hasForms((ofCall ?? capabilities)?.elicitation);
  const { state, reply, question } = broughtBy(context);
  let isActedOn = false;
  let replied: Promise<RepliedQuestion | undefined> | undefined;

  const count = async (): Promise<RepliedQuestion | undefined> => {
    if (state === undefined || reply === undefined) return undefined;
    return questions.reply(desk, { state, reply }, async () => {
      const result = await answer();
      return isActedOn ? result : closedBy(reply);
    });
  };
  const hear = () => (replied ??= count());

  const decide = async (circumstances: Circumstances, needed: NeedsYes, heard?: RepliedQuestion): Promise<Consent> => {
    const ruling = rulingOn(circumstances);
    switch (ruling) {
      case 'act':
        return { reply: 'accepted', withdrawn: heard?.withdrawn, mayLeave: heard?.mayLeave };
      case 'decline':
        return { reply: circumstances.reply ?? 'dismissed' };
      case 'act_unasked':
        return { reply: 'unasked' };
      case 'cannot_ask':
        return { reply: 'cannot_ask' };
      case 'ask': {
        const request = await needed.request();
        if (ofCall !== undefined) throw new EarlyResult(asking(request, await questions.open(desk, needed.about)));
        const given = await askedMeanwhile(context, request, desk.clock);
        return decide({ ...circumstances, question: 'open', isAboutThis: true, reply: given }, needed);
      }
      case 'repeat':
        throw await repeated(heard, circumstances.reply, desk, mcpReq.signal);
      default:
        throw refusal(ruling);
    }
  };
  const ask = async (needed: NeedsYes): Promise<Consent> => {
    const heard = await hear();
    const isAboutThis = heard?.isAbout(needed.about) === true;
    isActedOn ||= isAboutThis;
    const { confirm } = needed;
    return decide({ question: heard?.was ?? question, reply, isAboutThis, canBeAsked, confirm }, needed, heard);
  };

  const consents = new Map<string, Promise<Consent>>();
  return {
    canBeAsked,
    hear: async () => void (await hear()),
    ask: (needed) => {
      // A call asks about the same thing once.
      const consent = consents.get(needed.about) ?? ask(needed);
      consents.set(needed.about, consent);
      return consent;
    },
  };
}

function hasForms(elicitation: ClientCapabilities['elicitation']): boolean {
  // An empty object is how the first revisions said it.
  return elicitation !== undefined && (elicitation.form !== undefined || Object.keys(elicitation).length === 0);
}

/** In the 2026-07-28 protocol the reply comes with another call. */
function asking(message: string, requestState: string): CallResult {
  return inputRequired({
    inputRequests: { [KEY]: inputRequired.elicit({ message, requestedSchema: NOTHING_TO_FILL_IN }) },
    requestState,
  });
}

/** In the 2025-era protocol the call waits for the reply. */
async function askedMeanwhile({ mcpReq }: ServerContext, request: string, clock: Clock): Promise<Reply> {
  const { signal } = mcpReq;
  const until = after(clock(), WAITS_FOR);
  try {
    const { action } = await mcpReq.elicitInput(
      { message: request, requestedSchema: NOTHING_TO_FILL_IN },
      // Over HTTP, the question travels with the answer that waits for it: no other stream need be open.
      { relatedRequestId: mcpReq.id, signal, timeout: WAITS_FOR * 1000 },
    );
    // A timer stands still while the machine sleeps.
    if (clock() <= until) return REPLIES[action];
  } catch (error) {
    signal.throwIfAborted();
    throw new PersonNotAsked(NO_REPLY, error);
  }
  throw new PersonNotAsked(NO_REPLY);
}

/** Returns what ends a call whose question has had its first reply: what that came to. Throws the signal's reason, and ArchiveUnusable. */
async function repeated(
  heard: RepliedQuestion | undefined,
  reply: Reply | undefined,
  desk: Desk,
  signal: AbortSignal,
): Promise<Error> {
  const result = await desk.memory.askedQuestions.resultOf(desk, heard?.id ?? '', signal);
  if (result === LOST) return new OutcomeUnknown();
  if (result === GIVEN_UP) return new QuestionClosed(GIVEN_UP_WORDS);
  return new EarlyResult(heard?.was === 'accepted' && reply !== 'accepted' ? toldAfterYes(result) : result);
}

/** Data that say all of an answer, too. */
const InWords = z.looseObject({ text: z.string() });

/** Tells a person who says no after a yes what the yes has led to. */
function toldAfterYes(result: CallResult): CallResult {
  if (isInputRequiredResult(result)) return result;
  const data = InWords.safeParse(result.structuredContent).data;
  return {
    ...result,
    content: [{ type: 'text', text: ACCEPTED_BEFORE }, ...result.content],
    ...(data !== undefined && { structuredContent: { ...data, text: `${ACCEPTED_BEFORE}\n${data.text}` } }),
  };
}

/** What further replies are told where the first one came with a call that did not get to what was asked. */
function closedBy(reply: Reply): CallResult {
  return { isError: true, content: [{ type: 'text', text: renderError(new PersonNotAsked(CLOSED_BY[reply])) }] };
}

function refusal(why: Exclude<Refusal, 'cannot_ask'>): Error {
  switch (why) {
    case 'no_reply':
      return new PersonNotAsked('The call brings back the question without a reply.');
    case 'about_another':
      return new PersonNotAsked('The reply was to a question about something else. That question is closed now.');
    case 'too_many':
      return new PersonNotAsked('Too many questions had replies within ten minutes.');
    case 'too_old':
      return new QuestionClosed(TOO_OLD);
    case 'never_asked':
      return new QuestionClosed(NEVER_ASKED);
  }
}

const CLOSED_BY = {
  accepted: 'The question is closed: it was confirmed with another request.',
  declined: 'The question is closed: the app declined it.',
  dismissed: 'The question is closed: the app closed it without a reply.',
} as const satisfies Readonly<Record<Reply, string>>;

const NO_REPLY = 'The app could not show the question, or did not reply within ten minutes.';
const TOO_OLD = trusted`the question is closed. A question waits for ten minutes at most.`;
const NEVER_ASKED = trusted`this server did not ask that question, or asked it of another caller, or its clock was set back.`;
const GIVEN_UP_WORDS = trusted`an earlier call with the same reply was cancelled before it had an answer.`;
const ACCEPTED_BEFORE = 'The app confirmed this question before it declined it. The result of the confirmed call:';
