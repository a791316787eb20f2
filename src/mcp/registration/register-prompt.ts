import { completable, ProtocolErrorCode, type McpServer, type ProtocolError } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { ACCOUNT, ACCOUNT_MEANING, accountCalled, accountsMatching, hasSeveral } from '../accounts/account-argument.ts';
import type { Served } from '../../answers/desk.ts';
import type { ChatPrompt, PromptAdvertisement } from '../../tools/prompts/prompt.ts';
import { TooManyCalls } from '../../model/errors.ts';
import { loaded } from '../../model/loaded.ts';
import { wordedError } from '../../answers/protocol-errors.ts';
import type { Looks } from './looks.ts';
import { observed } from './observed.ts';

/** Registers a prompt as it is advertised. It is loaded when it is asked for first. */
export function registerPrompt(
  server: McpServer,
  served: Served,
  looks: Looks,
  name: string,
  { title, description, arguments: advertised }: PromptAdvertisement,
): void {
  const several = hasSeveral(served);
  const fields = Object.entries(advertised).map(([argument, { description: words, isOptional, isCompleted }]) => {
    // What is advertised as needed may be missing all the same: the text of the prompt then asks for it.
    const text = z.preprocess((value) => value ?? '', z.string().describe(words));
    const field = isCompleted
      ? completable(text, (value, context) =>
          looks.completed(value, async (typed) => {
            const { [ACCOUNT]: named, ...given } = context?.arguments ?? {};
            const account = accountCalled(served, named);
            if (account === undefined) return [];
            return (await promptCalled(name)).complete(argument, typed, given, account.desk.look);
          }),
        )
      : text;
    return [argument, isOptional ? field.optional() : field] as const;
  });
  const argsSchema = z.strictObject({ ...(several && accountArgument(served, looks)), ...Object.fromEntries(fields) });
  server.registerPrompt(name, { title, description, argsSchema }, async ({ [ACCOUNT]: named, ...args }, context) => {
    const account = accountCalled(served, named);
    try {
      return await observed({ kind: 'prompt', name, account }, served, context, async (underWay) => {
        if (account === undefined) throw await refusal(served, named);
        return (await promptCalled(name)).get(args, account.desk.open, underWay);
      });
    } catch (error) {
      if (!(error instanceof TooManyCalls)) throw error;
      throw (await loaded(() => import('../../answers/as-protocol-error.ts'))).asProtocolError(error);
    }
  });
}

/** The account as the first argument of a prompt, completed by the names that the caller reaches. */
function accountArgument(served: Served, looks: Looks) {
  return {
    [ACCOUNT]: completable(z.string().describe(ACCOUNT_MEANING), (value) =>
      looks.completed(value, (typed) => accountsMatching(served, typed)),
    ),
  };
}

async function refusal(served: Served, named: unknown): Promise<ProtocolError> {
  const [{ unknownAccount }, { renderError }] = await loaded(() =>
    Promise.all([import('../accounts/unknown-account.ts'), import('../../answers/error-words.ts')]),
  );
  return wordedError(ProtocolErrorCode.InvalidParams, renderError(unknownAccount(served, named)));
}

async function promptCalled(name: string): Promise<ChatPrompt> {
  const { PROMPTS } = await loaded(() => import('../../tools/prompts/prompts.ts'));
  const prompt = PROMPTS.find((one) => one.name === name);
  if (prompt === undefined) throw new TypeError(`there is no prompt ${name}`);
  return prompt;
}
