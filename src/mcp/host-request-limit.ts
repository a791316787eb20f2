import type { ServerContext } from '@modelcontextprotocol/server';
import { ChatOperationsError } from '../model/errors.ts';
import { loaded } from '../model/loaded.ts';
import { slices } from '../model/slices.ts';
import type { Served } from '../answers/desk.ts';

const NEVER = new AbortController().signal;

/** The texts that are completed are names, addresses and ids. */
const MAX_TYPED_LENGTH = 200;

/**
 * The turns of what hosts do by themselves: complete what somebody types, list the records at hand, subscribe to them. They have the
 * rate of calls, and are counted beside these: whoever types takes no turn of a question.
 */
export class HostRequestLimit {
  readonly #served: Pick<Served, 'caller' | 'callRate'>;
  readonly #lists = new WeakMap<ServerContext, Promise<void>>();

  constructor(served: Pick<Served, 'caller' | 'callRate'>) {
    this.#served = served;
  }

  /** Resolves when a look's turn has come. Throws ProtocolError where too many wait already, and the signal's reason when it is aborted. */
  async turn(signal = NEVER): Promise<void> {
    const { caller, callRate } = this.#served;
    try {
      await callRate?.turn(caller.id, signal, 'look');
      // What is at hand is answered in one go: of many looks that come at once, each would be answered before the loop turns.
      await slices.next(signal);
    } catch (error) {
      if (!(error instanceof ChatOperationsError)) throw error;
      throw (await loaded(() => import('./worded-errors.ts'))).internalError(error);
    }
  }

  /** Completes what somebody types, by `complete`, when its turn has come. What is longer than any value completes to nothing: every look for it would cost by its length. */
  async completed(typed: unknown, complete: (typed: string) => string[] | Promise<string[]>): Promise<string[]> {
    await this.turn();
    return typeof typed === 'string' && typed.length <= MAX_TYPED_LENGTH ? complete(typed) : [];
  }

  /** Resolves when the turn of a request has come that lists several kinds of records: it takes one for all of them. */
  listTurn(context: ServerContext): Promise<void> {
    const turn = this.#lists.get(context) ?? this.turn(context.mcpReq.signal);
    this.#lists.set(context, turn);
    return turn;
  }
}
