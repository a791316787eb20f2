import {
  ProtocolError,
  ResourceNotFoundError,
  ResourceTemplate,
  type ListResourceTemplatesResult,
  type McpServer,
  type Resource,
} from '@modelcontextprotocol/server';
import { ChatOperationsError } from '../../model/errors.ts';
import { ACCOUNT_TEMPLATE, addressIn } from '../accounts/account-addresses.ts';
import {
  ACCOUNT,
  accountCalled,
  accountsMatching,
  hasSeveral,
  MOST_ACCOUNTS_OPENED,
} from '../accounts/account-argument.ts';
import type { Served, ServedAccount } from '../../answers/desk.ts';
import type { ChatResource, ResourceAdvertisement } from '../../answers/resource.ts';
import type { CallContext } from '../../answers/observer.ts';
import { loaded, ProgramReplaced } from '../../model/loaded.ts';
import type { Looks } from './looks.ts';
import { observed } from './observed.ts';

type Variables = Readonly<Record<string, unknown>>;

const MIME_TYPE = 'text/markdown';

/** The accounts of which addresses are listed; of more of them templates tell. */
const MOST_ACCOUNTS_LISTED = 20;

/** A template as a server lists it. */
export type ListedTemplate = ListResourceTemplatesResult['resourceTemplates'][number];

/** Returns a resource as a template is listed; undefined where it has one address alone. */
export function listedTemplate(
  served: Served,
  name: string,
  { uri, variable, title, description }: ResourceAdvertisement,
): ListedTemplate | undefined {
  const several = hasSeveral(served);
  if (!several && variable === undefined) return undefined;
  const uriTemplate = several ? addressIn(ACCOUNT_TEMPLATE, uri) : uri;
  return { name, uriTemplate, title, description, mimeType: MIME_TYPE };
}

/** Registers a resource as it is advertised. It is loaded when resources are listed or read first. */
export function registerResource(
  server: McpServer,
  served: Served,
  looks: Looks,
  name: string,
  advertisement: ResourceAdvertisement,
): void {
  const { uri, variable, title, description, cacheHint } = advertisement;
  const told = { title, description, mimeType: MIME_TYPE, cacheHint };
  const read = async (asked: URL, variables: Variables, context: CallContext) => {
    const account = accountCalled(served, variables[ACCOUNT]);
    try {
      return await observed({ kind: 'resource', name, account }, served, context, async (underWay) => {
        if (account === undefined)
          throw new ResourceNotFoundError(asked.href, 'The address names no account that there is.');
        return (await resourceCalled(name)).read(asked, variables, account.desk.open, underWay);
      });
    } catch (error) {
      if (error instanceof ProtocolError || error instanceof ProgramReplaced) throw error;
      // Nobody reads what is answered, and what was thrown is the client's reason.
      if (context.mcpReq.signal.aborted) throw error;
      if (!(error instanceof ChatOperationsError)) served.reportBug?.(error);
      throw (await loaded(() => import('../../answers/resource.ts'))).protocolError(error, asked);
    }
  };
  if (hasSeveral(served)) {
    server.registerResource(name, templateInAccounts(served, looks, name, advertisement), told, read);
    return;
  }
  if (variable === undefined) {
    server.registerResource(name, uri, told, (asked, context) => read(asked, {}, context));
    return;
  }
  const [{ desk }] = served.accounts;
  const template = new ResourceTemplate(uri, {
    list: async (context) => {
      await looks.listTurn(context);
      return { resources: await (await resourceCalled(name)).list(desk.look) };
    },
    complete: {
      [variable]: (value) =>
        looks.completed(value, async (typed) => (await resourceCalled(name)).complete(typed, desk.look)),
    },
  });
  server.registerResource(name, template, told, read);
}

/** The addresses of a resource in each account: all begin with the account. */
function templateInAccounts(
  served: Served,
  looks: Looks,
  name: string,
  { uri, variable, title }: ResourceAdvertisement,
): ResourceTemplate {
  const { accounts } = served;
  const recordsIn = async ({ name: account, desk }: ServedAccount): Promise<Resource[]> => {
    const records = await (await resourceCalled(name)).list(desk.look);
    return records.map((record) => ({
      ...record,
      uri: addressIn(account, record.uri),
      name: `${record.name} of ${account}`,
    }));
  };
  const list = async (): Promise<Resource[]> => {
    if (variable === undefined) {
      return accounts.slice(0, MOST_ACCOUNTS_LISTED).map(({ name: account }) => ({
        uri: addressIn(account, uri),
        name: `${name} of ${account}`,
        title: `${title} of ${account}`,
        mimeType: MIME_TYPE,
      }));
    }
    if (accounts.length > MOST_ACCOUNTS_OPENED) return [];
    const lists = await Promise.all(accounts.map(recordsIn));
    return lists.flat();
  };
  const completeRecord = async (typed: string, given: Variables = {}): Promise<string[]> => {
    const account = accountCalled(served, given[ACCOUNT]);
    return account === undefined ? [] : (await resourceCalled(name)).complete(typed, account.desk.look);
  };
  return new ResourceTemplate(addressIn(ACCOUNT_TEMPLATE, uri), {
    list: async (context) => {
      await looks.listTurn(context);
      return { resources: await list() };
    },
    complete: {
      [ACCOUNT]: (value) => looks.completed(value, (typed) => accountsMatching(served, typed)),
      ...(variable !== undefined && {
        [variable]: (value: string, context?: { readonly arguments?: Variables }) =>
          looks.completed(value, (typed) => completeRecord(typed, context?.arguments)),
      }),
    },
  });
}

async function resourceCalled(name: string): Promise<ChatResource> {
  const { RESOURCES } = await loaded(() => import('../../tools/resources.ts'));
  const resource = RESOURCES.find((one) => one.name === name);
  if (resource === undefined) throw new TypeError(`there is no resource ${name}`);
  return resource;
}
