import { ResourceTemplate, type ListResourceTemplatesResult, type Resource } from '@modelcontextprotocol/server';
import type { Served, ServedAccount } from '../answers/desk.ts';
import type { ChatResource, ResourceAdvertisement } from '../answers/resource.ts';
import { loaded } from '../model/loaded.ts';
import { ACCOUNT_TEMPLATE, addressIn } from './accounts/account-addresses.ts';
import {
  ACCOUNT,
  accountCalled,
  accountsMatching,
  hasSeveral,
  MOST_ACCOUNTS_OPENED,
} from './accounts/account-argument.ts';
import type { HostRequestLimit } from './host-request-limit.ts';
import { foundAtDesk } from './pipeline.ts';

export const MARKDOWN = 'text/markdown';

/** The accounts of which addresses are listed; of more of them templates tell. */
const MOST_ACCOUNTS_LISTED = 20;

/** A template as a server lists it. */
type ListedTemplate = ListResourceTemplatesResult['resourceTemplates'][number];

/** Returns a resource as a template is listed; undefined where it has one address alone. */
export function listedTemplate(
  served: Served,
  name: string,
  advertisement: ResourceAdvertisement,
): ListedTemplate | undefined {
  const { variable, title, description } = advertisement;
  if (!hasSeveral(served) && variable === undefined) return undefined;
  return { name, uriTemplate: templateOf(served, advertisement), title, description, mimeType: MARKDOWN };
}

/** The addresses of a resource: of its records, and where there are several accounts in each of them. */
export function resourceTemplate(
  served: Served,
  limit: HostRequestLimit,
  name: string,
  advertisement: ResourceAdvertisement,
): ResourceTemplate {
  const { uri, variable, title, tool } = advertisement;
  const { accounts } = served;
  const several = hasSeveral(served);
  const inAccount = (record: Resource, { name: account }: ServedAccount): Resource => ({
    ...record,
    uri: addressIn(account, record.uri),
    name: `${record.name} of ${account}`,
  });
  const recordsIn = (account: ServedAccount): Promise<Resource[]> =>
    foundAtDesk({ account, needs: [tool] }, served, async (desk) => {
      const records = await (await resourceCalled(name)).list(desk);
      return several ? records.map((record) => inAccount(record, account)) : records;
    });
  const list = async (): Promise<Resource[]> => {
    if (variable === undefined) {
      const one = { uri, name, title, mimeType: MARKDOWN };
      return accounts
        .slice(0, MOST_ACCOUNTS_LISTED)
        .map((account) => ({ ...inAccount(one, account), title: `${title} of ${account.name}` }));
    }
    return accounts.length > MOST_ACCOUNTS_OPENED ? [] : (await Promise.all(accounts.map(recordsIn))).flat();
  };
  const completeRecord = (typed: string, given: Readonly<Record<string, string>> = {}): Promise<string[]> => {
    const account = accountCalled(served, given[ACCOUNT]);
    return foundAtDesk({ account, needs: [tool] }, served, async (desk) =>
      (await resourceCalled(name)).complete(typed, desk),
    );
  };
  return new ResourceTemplate(templateOf(served, advertisement), {
    list: async (context) => {
      await limit.listTurn(context);
      return { resources: await list() };
    },
    complete: {
      ...(several && {
        [ACCOUNT]: (value: string) => limit.completed(value, (typed) => accountsMatching(served, typed)),
      }),
      ...(variable !== undefined && {
        [variable]: (value: string, asked?: { readonly arguments?: Record<string, string> }) =>
          limit.completed(value, (typed) => completeRecord(typed, asked?.arguments)),
      }),
    },
  });
}

function templateOf(served: Served, { uri }: ResourceAdvertisement): string {
  return hasSeveral(served) ? addressIn(ACCOUNT_TEMPLATE, uri) : uri;
}

/** Returns a resource, loaded with all of them when resources are listed or read first. */
export async function resourceCalled(name: string): Promise<ChatResource> {
  const { RESOURCES } = await loaded(() => import('../tools/resources.ts'));
  const resource = RESOURCES.find((one) => one.name === name);
  if (resource === undefined) throw new TypeError(`there is no resource ${name}`);
  return resource;
}
