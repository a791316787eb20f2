import { ProtocolError, type CallToolResult, type ServerContext } from '@modelcontextprotocol/server';
import type { Desk, Served, ServedAccount } from '../answers/desk.ts';
import type { CallContext, ObservedCall } from '../answers/observer.ts';
import { ChatOperationsError, ScopeMissing } from '../model/errors.ts';
import { loaded, ProgramReplaced } from '../model/loaded.ts';
import { trusted } from '../model/text/trusted-text.ts';
import { scopesLacking } from '../model/tool-scopes.ts';
import { beginAudit } from './call-audit.ts';

// The way of every call, whatever it is of: its turn, its account, its scopes, its desk, its answer, its end. What a person has to
// confirm is asked by the tool that is called (`answers/person.ts`), and what its caller may see of the desk is chosen with the
// question (`answers/question.ts`).

/** A call of a tool, a resource or a prompt that is about no one account. */
interface Call<Answer> {
  readonly kind: ObservedCall['kind'];
  readonly name: string;
  /** Answers it. `result` is what it comes to in the end, errors worded. Throws what goes wrong. */
  readonly answer: (context: CallContext, result: () => Promise<Answer>) => Promise<Answer>;
  /** Words what went wrong as the protocol has it for such a call: as its result, or as an error, which this throws. */
  readonly failed: (error: unknown) => Promise<Answer>;
}

/** A call that is about the desk of one account. */
export interface DeskCall<Answer> extends Omit<Call<Answer>, 'answer'> {
  /** Undefined where it names none of those that its caller reaches. */
  readonly account: ServedAccount | undefined;
  readonly unknownAccount: () => Error | Promise<Error>;
  /** The tools whose scopes it needs. */
  readonly needs: readonly string[];
  readonly answer: (desk: Desk, context: CallContext, result: () => Promise<Answer>) => Promise<Answer>;
}

const WHAT = { tool: trusted`This tool`, resource: trusted`This resource`, prompt: trusted`This prompt` } as const;

/** Answers a call about the desk of an account. Throws what `failed` throws, and the reason of a call that was cancelled. */
export function answerAtDesk<Answer>(
  { account, unknownAccount, needs, answer, ...call }: DeskCall<Answer>,
  served: Served,
  context: ServerContext,
): Promise<Answer> {
  const atDesk: Call<Answer>['answer'] = async (underWay, result) => {
    if (account === undefined) throw await unknownAccount();
    const lacking = scopesLacking(served.caller, needs);
    if (lacking.length > 0) throw new ScopeMissing(WHAT[call.kind], lacking);
    return answer(await account.open(), underWay, result);
  };
  return answerCall({ ...call, answer: atDesk }, served, context, account);
}

/** Answers a call when its turn has come, and tells how it ended. Throws what `failed` throws, and the reason of a call that was cancelled. */
export async function answerCall<Answer>(
  { kind, name, answer, failed }: Call<Answer>,
  { caller, accounts, observer, callRate, reportBug }: Served,
  context: ServerContext,
  about?: ServedAccount,
): Promise<Answer> {
  // What is about no account of theirs is counted with the first one's calls.
  const { name: account } = about ?? accounts[0];
  const { signal } = context.mcpReq;
  const audit = await beginAudit({ kind, name, account, caller }, observer, context);
  const inTurn = async (): Promise<Answer> => {
    try {
      await callRate?.turn(caller.id, signal, 'call');
      const answered = await answer({ ...context, underWay: audit.underWay(callRate !== undefined) }, () => result);
      audit.answered(answered);
      return answered;
    } catch (error) {
      audit.failed(error);
      // A protocol error is about the request; and of a call that was cancelled nobody reads an answer.
      if (error instanceof ProtocolError || signal.aborted) throw error;
      if (!(error instanceof ChatOperationsError || error instanceof ProgramReplaced)) reportBug?.(error, account);
      return failed(error);
    }
  };
  const result = audit.within(inTurn);
  return result;
}

/** What a host finds at a desk by itself, such as records to list: nothing where the account or a scope is missing. */
export async function foundAtDesk<Found>(
  { account, needs }: Pick<DeskCall<unknown>, 'account' | 'needs'>,
  { caller }: Served,
  look: (desk: Desk) => Promise<Found[]>,
): Promise<Found[]> {
  if (account === undefined || scopesLacking(caller, needs).length > 0) return [];
  return look(await account.look());
}

/** Words what went wrong with a call of a tool, as its result. */
export async function toolFailed(error: unknown): Promise<CallToolResult> {
  if (error instanceof ProgramReplaced) return { content: [{ type: 'text', text: error.message }], isError: true };
  return (await errorWords()).toolError(error);
}

/** Words what went wrong with a prompt: prompts have no results that say that they are errors. */
export async function promptFailed(error: unknown): Promise<never> {
  if (error instanceof ProgramReplaced) throw error;
  throw (await errorWords()).promptError(error);
}

/** Words what went wrong with a resource, which has none either. */
export async function resourceFailed(error: unknown, uri: URL): Promise<never> {
  if (error instanceof ProgramReplaced) throw error;
  throw (await errorWords()).resourceError(error, uri);
}

/** Loaded when something goes wrong first. */
const errorWords = () => loaded(() => import('./worded-errors.ts'));
