import { ProtocolError, type CallToolResult, type ServerContext } from '@modelcontextprotocol/server';
import type { Desk, Served, ServedAccount } from '../answers/desk.ts';
import type { CallContext, ObservedCall } from '../answers/observer.ts';
import { ChatOperationsError, ScopeMissing } from '../model/errors.ts';
import { loaded, ProgramReplaced } from '../model/loaded.ts';
import { trusted } from '../model/text/trusted-text.ts';
import { scopesLacking } from '../model/tool-scopes.ts';
import { beginAudit } from './call-audit.ts';

// Every call of a tool, a resource or a prompt takes the same steps: rate, account, scopes, desk, answer, audit, errors. The tool
// asks for consent (`answers/person.ts`); the question limits the desk to what the caller may see (`answers/question.ts`).

/** A call that needs no account. */
interface Call<Answer> {
  readonly kind: ObservedCall['kind'];
  readonly name: string;
  /** Answers the call. `result` resolves with what the client gets, also after an error. Throws any error. */
  readonly answer: (context: CallContext, result: () => Promise<Answer>) => Promise<Answer>;
  /** Turns an error into a result, or throws it as an error of the protocol. */
  readonly failed: (error: unknown) => Promise<Answer>;
}

/** A call that needs the desk of an account. */
export interface DeskCall<Answer> extends Omit<Call<Answer>, 'answer'> {
  /** Undefined if the call names no account that its caller may reach. */
  readonly account: ServedAccount | undefined;
  readonly unknownAccount: () => Error | Promise<Error>;
  /** The tools whose scopes it needs. */
  readonly needs: readonly string[];
  readonly answer: (desk: Desk, context: CallContext, result: () => Promise<Answer>) => Promise<Answer>;
}

const WHAT = { tool: trusted`This tool`, resource: trusted`This resource`, prompt: trusted`This prompt` } as const;

/** Answers a call about the desk of an account. Throws what `failed` throws, and the reason of a cancelled call. */
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

/** Waits for the caller's turn, answers the call, and reports how it ended. Throws what `failed` throws, and the reason of a cancelled call. */
export async function answerCall<Answer>(
  { kind, name, answer, failed }: Call<Answer>,
  { caller, accounts, observer, callRate, reportBug }: Served,
  context: ServerContext,
  about?: ServedAccount,
): Promise<Answer> {
  // A call without an account counts for the first one.
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
      // A protocol error is about the request, and nobody reads the answer to a cancelled call.
      if (error instanceof ProtocolError || signal.aborted) throw error;
      if (!(error instanceof ChatOperationsError || error instanceof ProgramReplaced)) reportBug?.(error, account);
      return failed(error);
    }
  };
  const result = audit.within(inTurn);
  return result;
}

/** Finds what a host lists or completes without a call. Finds nothing if the account or a scope is missing. */
export async function foundAtDesk<Found>(
  { account, needs }: Pick<DeskCall<unknown>, 'account' | 'needs'>,
  { caller }: Served,
  look: (desk: Desk) => Promise<Found[]>,
): Promise<Found[]> {
  if (account === undefined || scopesLacking(caller, needs).length > 0) return [];
  return look(await account.look());
}

/** Turns an error of a tool into its result. */
export async function toolFailed(error: unknown): Promise<CallToolResult> {
  if (error instanceof ProgramReplaced) return { content: [{ type: 'text', text: error.message }], isError: true };
  return (await errorWords()).toolError(error);
}

/** Throws an error of a prompt as the protocol has it: prompts have no error results. */
export async function promptFailed(error: unknown): Promise<never> {
  if (error instanceof ProgramReplaced) throw error;
  throw (await errorWords()).promptError(error);
}

/** Throws an error of a resource as the protocol has it: resources have no error results. */
export async function resourceFailed(error: unknown, uri: URL): Promise<never> {
  if (error instanceof ProgramReplaced) throw error;
  throw (await errorWords()).resourceError(error, uri);
}

/** Loaded with the first error. */
const errorWords = () => loaded(() => import('./worded-errors.ts'));
