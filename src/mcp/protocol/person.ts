import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  isInputRequiredResult,
  inputResponse,
  type ClientCapabilities,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { OutcomeUnknown, PersonNotAsked, QuestionClosed } from '../../model/errors.ts';
import { trusted } from '../../model/text/trusted-text.ts';
import { after, type Clock } from '../../model/time/units.ts';
import { safe, type OwnText } from '../../privacy/safe-text.ts';
import type { Reply } from '../../model/decided-here.ts';
import { GIVEN_UP, LOST, WAITS_FOR, type CallResult, type Consent } from './asked-questions.ts';
import type { Desk } from '../desk.ts';

/** The person in front of the host, if the host can show our questions. Nothing tells whether anybody is there. */
export interface Person {
  readonly canBeAsked: boolean;
  /**
   * Asks for a yes. `about` says exactly for what: a reply counts for nothing else. Throws PersonNotAsked or QuestionClosed
   * when no reply counts, and CallEnds where this call can only end.
   */
  ask(request: OwnText, about: string): Promise<Consent>;
}

/**
 * Ends a call with this result (protocol 2026-07-28): the client asks the person, and calls again with the reply; or the
 * reply was given before, and this is what that came to.
 */
export class CallEnds extends Error {
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
const REPLIES: ReadonlyMap<string, Reply> = new Map([
  ['accept', 'accepted'],
  ['decline', 'declined'],
]);
const KEY = 'confirmation';

/**
 * The person behind a call. `capabilities` are what the client said at the beginning of its connection, in the 2025-era
 * protocol; in the later one each call says it. `answer` is what the call comes to.
 */
export function personBehind(
  context: ServerContext,
  capabilities: () => ClientCapabilities | undefined,
  desk: Desk,
  answer: () => Promise<CallResult>,
): Person {
  const ofCall = Envelope.safeParse(context.mcpReq.envelope).data?.[CLIENT_CAPABILITIES_META_KEY];
  const canBeAsked = hasForms((ofCall ?? capabilities())?.elicitation);
  const consents = new Map<string, Promise<Consent>>();
  return {
    canBeAsked,
    ask: (request, about) => {
      // A call asks about the same thing once.
      const consent =
        consents.get(about) ??
        (ofCall === undefined
          ? askedMeanwhile(context, request, desk.clock)
          : askedBetweenCalls(context, { request, about }, desk, answer));
      consents.set(about, consent);
      return consent;
    },
  };
}

function hasForms(elicitation: ClientCapabilities['elicitation']): boolean {
  // An empty object is how the first revisions said it.
  return elicitation !== undefined && (elicitation.form !== undefined || Object.keys(elicitation).length === 0);
}

/** In the 2025-era protocol the call waits for the reply. */
async function askedMeanwhile({ mcpReq }: ServerContext, request: OwnText, clock: Clock): Promise<Consent> {
  const { signal } = mcpReq;
  const until = after(clock(), WAITS_FOR);
  try {
    const { action } = await mcpReq.elicitInput(
      { message: request, requestedSchema: NOTHING_TO_FILL_IN },
      // Over HTTP, the question travels with the answer that waits for it: no other stream need be open.
      { relatedRequestId: mcpReq.id, signal, timeout: WAITS_FOR * 1000 },
    );
    // A timer stands still while the machine sleeps.
    if (clock() <= until) return { reply: replyOf(action) };
  } catch (error) {
    signal.throwIfAborted();
    throw new PersonNotAsked(NO_REPLY, error);
  }
  throw new PersonNotAsked(NO_REPLY);
}

/** In the 2026-07-28 protocol the reply comes with another call. */
async function askedBetweenCalls(
  { mcpReq }: ServerContext,
  { request, about }: { readonly request: OwnText; readonly about: string },
  desk: Desk,
  answer: () => Promise<CallResult>,
): Promise<Consent> {
  const questions = desk.memory.askedQuestions;
  const state = mcpReq.requestState();
  const response = inputResponse(mcpReq.inputResponses, KEY);
  if (typeof state === 'string' && response.kind === 'elicit') {
    const reply = replyOf(response.action);
    const { consent, earlier } = await questions.reply(desk, { state, about, reply }, answer);
    if (consent !== undefined) return consent;
    const result = await questions.resultOf(desk, earlier.id, mcpReq.signal);
    if (result === LOST) throw new OutcomeUnknown();
    if (result === GIVEN_UP) throw givenUp();
    throw new CallEnds(earlier.reply === 'accepted' && reply !== 'accepted' ? toldAfterYes(result) : result);
  }
  throw new CallEnds(
    inputRequired({
      inputRequests: { [KEY]: inputRequired.elicit({ message: request, requestedSchema: NOTHING_TO_FILL_IN }) },
      requestState: await questions.open(desk, about),
    }),
  );
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

function givenUp(): QuestionClosed {
  return new QuestionClosed(trusted`the call that brought the reply first was given up before it had an answer.`);
}

/** Closed without a reply, also where a client makes one up. */
function replyOf(action: string): Reply {
  return REPLIES.get(action) ?? 'dismissed';
}

const NO_REPLY = 'The host could not show the question, or gave no reply within ten minutes.';
const ACCEPTED_BEFORE = safe`The host had accepted this question before it said no. This is what became of it:`;
