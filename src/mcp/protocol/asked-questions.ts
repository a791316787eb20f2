import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';
import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Confirmations } from '../../archive/sharing/confirmations.ts';
import type { Caller } from '../../model/caller.ts';
import type { Reply } from '../../model/decided-here.ts';
import { PersonNotAsked, QuestionClosed } from '../../model/errors.ts';
import { trusted } from '../../model/text/trusted-text.ts';
import { after, epochMillis, seconds, type Clock, type EpochMillis } from '../../model/time/units.ts';

/** The result of a call to a tool. */
export type CallResult = CallToolResult | InputRequiredResult;

/** People read, and are called away. A reply that comes later is none. */
export const WAITS_FOR = seconds(600);

/** A reply that counts, and until when. */
export interface Consent {
  readonly reply: Reply;
  /** Aborted when a no follows the yes in this process: what has not happened by then does not. */
  readonly withdrawn?: AbortSignal;
  /** Whether what was agreed to may leave now: no process has taken a no by then. Throws ArchiveUnusable. */
  readonly mayLeave?: () => Promise<boolean>;
}

/** A reply as a call brings it. */
interface BroughtReply {
  readonly state: string;
  /** What the call is about. */
  readonly about: string;
  readonly reply: Reply;
}

/** Whether a reply is for the call that brings it to act on; of one that was given before, what that was. */
type Counted =
  | { readonly consent: Consent; readonly earlier?: never }
  | { readonly earlier: { readonly id: string; readonly reply: Reply }; readonly consent?: never };

/** The call that brought the first reply was given up, or ended with its process before anything was kept. */
export const GIVEN_UP = Symbol('given up');
export const LOST = Symbol('lost');

/** The part of a desk that questions are about. */
interface AskingDesk {
  readonly caller: Pick<Caller, 'id'>;
  readonly archive: { readonly confirmations: Confirmations };
  readonly clock: Clock;
}

/** A reply that this process acts on. */
interface UnderWay {
  readonly withdrawal: AbortController;
  readonly answer: Promise<CallResult>;
}

/**
 * Questions whose reply comes with another call (protocol 2026-07-28). One that waits is in its client's hands alone, sealed for
 * its account and its caller: however many somebody opens, no other is lost by that. Its first reply closes it, whatever comes of
 * that and whichever process it reaches, and the archive remembers it for as long as it could be repeated.
 */
export class AskedQuestions {
  readonly #underWay = new Map<string, UnderWay>();

  /** Opens a question about exactly this. Answers what the client has to bring back with the reply. Throws ArchiveUnusable. */
  async open({ caller, archive, clock }: AskingDesk, about: string): Promise<string> {
    const now = clock();
    const key = await archive.confirmations.sealKey(now);
    return sealed({ id: randomUUID(), until: after(now, WAITS_FOR), asked: digestOf(about) }, caller, key);
  }

  /**
   * Counts a reply. The first one closes the question, and `answerOf` gives what its call comes to, which every further one is
   * told. A no stops what a yes before it has not done yet, however late it is; else a further reply changes nothing. Throws
   * QuestionClosed for a question that is too old, or was never asked, PersonNotAsked where the reply cannot count for this
   * call, and ArchiveUnusable.
   */
  async reply(
    { caller, archive: { confirmations }, clock }: AskingDesk,
    { state, about, reply }: BroughtReply,
    answerOf: () => Promise<CallResult>,
  ): Promise<Counted> {
    const now = clock();
    const question = opened(state, caller, await confirmations.sealKey(now));
    const { id, until } = question;
    const isAboutThis = question.asked === digestOf(about);
    // At once where the yes is acted on here; elsewhere by what the archive has when that is about to leave.
    if (reply !== 'accepted') this.#underWay.get(id)?.withdrawal.abort();
    const counted = await confirmations.count({ id, until, reply, isAboutThis }, now);
    if (typeof counted === 'object') return { earlier: { id, reply: counted.earlier } };
    if (counted === 'too_old') throw new QuestionClosed(TOO_OLD);
    if (counted === 'too_many') throw new PersonNotAsked(TOO_MANY);
    const withdrawal = new AbortController();
    if (counted === 'first') {
      const answer = answerOf();
      this.#underWay.set(id, { withdrawal, answer });
      const forget = () => this.#underWay.delete(id);
      answer.then(forget, forget);
      confirmations.keep(
        id,
        answer.then((result) => JSON.stringify(result)),
      );
    }
    if (!isAboutThis) throw new PersonNotAsked('The question that was replied to was about something else.');
    return { consent: { reply, withdrawn: withdrawal.signal, mayLeave: () => confirmations.mayLeave(id) } };
  }

  /**
   * Waits for the result of the call that brought the first reply to a question, in whichever process it is. Throws the
   * signal's reason, and ArchiveUnusable.
   */
  async resultOf(
    { archive: { confirmations } }: Pick<AskingDesk, 'archive'>,
    id: string,
    signal: AbortSignal,
  ): Promise<CallResult | typeof GIVEN_UP | typeof LOST> {
    const here = this.#underWay.get(id);
    if (here !== undefined) return here.answer.catch(() => GIVEN_UP);
    const fate = await confirmations.fate(id, signal);
    if (fate === 'lost') return LOST;
    if (fate === 'given_up') return GIVEN_UP;
    return KeptResult.parse(JSON.parse(fate.answer));
  }
}

/** As this program made it. */
const KeptResult = z.looseObject({
  content: z.array(z.strictObject({ type: z.literal('text'), text: z.string() })),
  structuredContent: z.record(z.string(), z.json()).optional(),
  isError: z.boolean().optional(),
});

interface SealedQuestion {
  readonly id: string;
  readonly until: EpochMillis;
  /** The digest of what was asked about. */
  readonly asked: string;
}

function sealed({ id, until, asked }: SealedQuestion, caller: AskingDesk['caller'], key: Uint8Array): string {
  const question = `${id}.${until}.${asked}`;
  const seal = createHmac('sha256', key).update(JSON.stringify([question, caller.id]));
  return `${question}.${seal.digest('base64url')}`;
}

function opened(state: string, caller: AskingDesk['caller'], key: Uint8Array): SealedQuestion {
  const [id = '', until = '', asked = ''] = state.split('.');
  if (!/^\d{1,15}$/.test(until)) throw new QuestionClosed(NEVER_ASKED);
  const question = { id, until: epochMillis(Number(until)), asked };
  const genuine = Buffer.from(sealed(question, caller, key));
  const given = Buffer.from(state);
  if (genuine.length !== given.length || !timingSafeEqual(genuine, given)) throw new QuestionClosed(NEVER_ASKED);
  return question;
}

function digestOf(about: string): string {
  return createHash('sha256').update(about).digest('base64url');
}

const TOO_OLD = trusted`the question that was replied to is closed. A question waits ten minutes at most.`;
const NEVER_ASKED = trusted`this server has not asked the question that was replied to, or its clock was set back, or the question was put to another caller.`;
const TOO_MANY = 'More questions were replied to within ten minutes than this server keeps in mind.';
