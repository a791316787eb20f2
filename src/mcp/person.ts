import { createHash, randomUUID } from 'node:crypto';
import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  inputResponse,
  type ClientCapabilities,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { PersonNotAsked, QuestionClosed } from '../model/errors.ts';
import { after, seconds, type Clock, type EpochMillis } from '../model/units.ts';
import type { OwnText } from '../privacy/safe-text.ts';

/** What a person said to a question: yes, no, or nothing, by closing it. */
export type Reply = 'accepted' | 'declined' | 'dismissed';

/** A reply, and the occasion on which it was given: what a yes allows is done once on each. */
export interface Replied {
  readonly reply: Reply;
  readonly occasion: object;
}

/** Who sits in front of the host, if the host can show them a question of ours. */
export interface Person {
  readonly canBeAsked: boolean;
  /**
   * Asks for a yes. `about` says exactly for what: a reply counts for nothing else. Throws PersonNotAsked when there was no
   * reply, and ReplyNeeded where the client has to call again with it.
   */
  ask(request: OwnText, about: string): Promise<Replied>;
}

/** Ends a call for now: the client asks the person, and calls again with the reply (protocol 2026-07-28). */
export class ReplyNeeded extends Error {
  readonly result: InputRequiredResult;
  constructor(result: InputRequiredResult) {
    super('The person has to be asked first.');
    this.result = result;
  }
}

/** What a call of the 2026-07-28 protocol says of its client, as far as it matters here. */
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

/** People read, and are called away. */
const WAITS_FOR = seconds(600);

/**
 * Questions that wait for their reply in a client's hands, by names that nobody can guess. A client's next call may reach
 * another server object, but this process.
 */
const openQuestions = new Map<string, { readonly about: string; readonly until: EpochMillis }>();
const MOST_OPEN = 100;

/** The first reply to each: a client may send it again, because it has not seen the answer. So many, people give in months. */
const repliedQuestions = new Map<string, Replied & { readonly about: string }>();
const MOST_REPLIED = 10_000;

/**
 * The person behind a call. `capabilities` are what the client said at the beginning of its connection, in the 2025-era
 * protocol; in the later one each call says it.
 */
export function personBehind(
  context: ServerContext,
  capabilities: () => ClientCapabilities | undefined,
  clock: Clock,
): Person {
  const ofCall = Envelope.safeParse(context.mcpReq.envelope).data?.[CLIENT_CAPABILITIES_META_KEY];
  const canBeAsked = hasForms((ofCall ?? capabilities())?.elicitation);
  const asked = ofCall === undefined ? askedMeanwhile : askedBetweenCalls;
  let replied: Promise<Replied> | undefined;
  return {
    canBeAsked,
    // A call that is answered again, over a new archive, does not ask again.
    ask: (request, about) => (replied ??= asked(context, request, about, clock)),
  };
}

function hasForms(elicitation: ClientCapabilities['elicitation']): boolean {
  // An empty object is how the first revisions said it.
  return elicitation !== undefined && (elicitation.form !== undefined || Object.keys(elicitation).length === 0);
}

/** In the 2025-era protocol the call waits for the reply. */
async function askedMeanwhile({ mcpReq }: ServerContext, request: OwnText): Promise<Replied> {
  const { signal } = mcpReq;
  try {
    const { action } = await mcpReq.elicitInput(
      { message: request, requestedSchema: NOTHING_TO_FILL_IN },
      // Over HTTP, the question travels with the answer that waits for it: no other stream need be open.
      { relatedRequestId: mcpReq.id, signal, timeout: WAITS_FOR * 1000 },
    );
    return { reply: replyOf(action), occasion: signal };
  } catch (error) {
    signal.throwIfAborted();
    throw new PersonNotAsked(
      'The question could not be shown to the person, or they did not reply within ten minutes.',
      error,
    );
  }
}

/** In the 2026-07-28 protocol the reply comes with another call. */
async function askedBetweenCalls(
  { mcpReq }: ServerContext,
  request: OwnText,
  about: string,
  clock: Clock,
): Promise<Replied> {
  const digest = createHash('sha256').update(about).digest('base64');
  const name = mcpReq.requestState();
  if (typeof name === 'string') {
    const replied = repliedQuestions.get(name);
    const open = openQuestions.get(name);
    if (replied === undefined && (open === undefined || open.until < clock())) throw new QuestionClosed();
    const question = replied ?? open;
    if (question?.about !== digest) throw new PersonNotAsked('The person was asked about something else.');
    if (replied !== undefined) return replied;
    const response = inputResponse(mcpReq.inputResponses, KEY);
    if (response.kind === 'elicit')
      return keptReply(name, { about: digest, reply: replyOf(response.action), occasion: {} });
  }
  throw new ReplyNeeded(
    inputRequired({
      inputRequests: { [KEY]: inputRequired.elicit({ message: request, requestedSchema: NOTHING_TO_FILL_IN }) },
      requestState: opened(digest, clock()),
    }),
  );
}

function opened(about: string, now: EpochMillis): string {
  for (const [name, { until }] of openQuestions) {
    if (until >= now && openQuestions.size < MOST_OPEN) break;
    openQuestions.delete(name);
  }
  const name = randomUUID();
  openQuestions.set(name, { about, until: after(now, WAITS_FOR) });
  return name;
}

function keptReply(name: string, replied: Replied & { readonly about: string }): Replied {
  openQuestions.delete(name);
  const [oldest] = repliedQuestions.keys();
  if (oldest !== undefined && repliedQuestions.size >= MOST_REPLIED) repliedQuestions.delete(oldest);
  repliedQuestions.set(name, replied);
  return replied;
}

/** Closed without a reply, also where a client makes one up. */
function replyOf(action: string): Reply {
  return REPLIES.get(action) ?? 'dismissed';
}
