import type { CallToolResult, InputRequiredResult } from '@modelcontextprotocol/server';
import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Confirmations } from '../archive/sharing/confirmations.ts';
import type { Caller } from '../model/caller.ts';
import type { Reply } from '../model/decided-here.ts';
import { after, epochMillis, seconds, type Clock, type EpochMillis } from '../model/time/units.ts';
import type { KnownQuestion } from './consent.ts';

/** The result of a call to a tool. */
export type CallResult = CallToolResult | InputRequiredResult;

/** People read, and are called away. A reply that comes later does not count. */
export const WAITS_FOR = seconds(600);

/** A reply as a call brings it. */
interface BroughtReply {
  readonly state: string;
  readonly reply: Reply;
}

/** The question of a reply, as it was when the reply came. */
export interface RepliedQuestion {
  /** Absent where this server has not asked it. */
  readonly id?: string;
  readonly was: Exclude<KnownQuestion, 'none' | 'unnamed'>;
  readonly isAbout: (about: string) => boolean;
  /** Aborted when a no follows the yes in this process: what has not happened by then does not. */
  readonly withdrawn?: AbortSignal | undefined;
  /** Whether what a yes allows may leave now: no process has taken a no by then. Throws ArchiveUnusable. */
  readonly mayLeave?: (() => Promise<boolean>) | undefined;
}

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
 * its account and its caller: however many a caller opens, no other is lost by that. Its first reply closes it, whatever comes of
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
   * Counts a reply. The first one closes the question, and `answerOf` gives what the call that brought it came to, for every
   * further one. A no stops what a yes before it has not done yet, however late it is. Throws ArchiveUnusable.
   */
  async reply(
    { caller, archive: { confirmations }, clock }: AskingDesk,
    { state, reply }: BroughtReply,
    answerOf: () => Promise<CallResult>,
  ): Promise<RepliedQuestion> {
    const now = clock();
    const question = opened(state, caller, await confirmations.sealKey(now));
    if (question === undefined) return { was: 'never_asked', isAbout: () => false };
    const { id, until, asked } = question;
    // At once where the yes is acted on here; elsewhere by what the archive has when that is about to leave.
    if (reply !== 'accepted') this.#underWay.get(id)?.withdrawal.abort();
    const was = await confirmations.count({ id, until, reply }, now);
    const replied = { id, was, isAbout: (about: string) => asked === digestOf(about) };
    if (was !== 'open') return replied;
    const withdrawal = new AbortController();
    const answer = answerOf();
    this.#underWay.set(id, { withdrawal, answer });
    const forget = () => this.#underWay.delete(id);
    answer.then(forget, forget);
    confirmations.keep(
      id,
      answer.then((result) => JSON.stringify(result)),
    );
    return { ...replied, withdrawn: withdrawal.signal, mayLeave: () => confirmations.mayLeave(id) };
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

/** Returns the question that a state is of, where this server has asked it of this caller. */
function opened(state: string, caller: AskingDesk['caller'], key: Uint8Array): SealedQuestion | undefined {
  const [id = '', until = '', asked = ''] = state.split('.');
  if (!/^\d{1,15}$/.test(until)) return undefined;
  const question = { id, until: epochMillis(Number(until)), asked };
  const genuine = Buffer.from(sealed(question, caller, key));
  const given = Buffer.from(state);
  return genuine.length === given.length && timingSafeEqual(genuine, given) ? question : undefined;
}

function digestOf(about: string): string {
  return createHash('sha256').update(about).digest('base64url');
}
