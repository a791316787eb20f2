import type { Caller, Scope } from '../model/caller.ts';
import { scopesLacking, scopesOf } from '../model/tool-scopes.ts';
import { withoutAccountIn } from './accounts/account-addresses.ts';
import { accountIn } from './accounts/account-argument.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Served } from '../answers/desk.ts';
import type { ObservedCall } from '../answers/observer.ts';

/** What a request asks, as far as it has been checked: what came, or nothing. */
interface AskedRequest {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Returns the scopes that a request needs and its caller lacks, so that it can be refused before it is answered: of the tool, the
 * resource or the prompt that it names. None for what is not there at all: nobody needs a scope to be told so.
 */
export function scopesLackingFor(caller: Caller, { method, params = {} }: AskedRequest): readonly Scope[] {
  return scopesLacking(caller, toolsBehind(method, params));
}

/** Returns the call of a request that is refused before it is answered; undefined where it names nothing that there is. */
export function callBehind(
  { caller, accounts }: Served,
  { method, params = {} }: AskedRequest,
): ObservedCall | undefined {
  const { name, uri, ref, arguments: args } = params;
  const asked = typeof ref === 'object' && ref !== null ? ref : {};
  const address = 'uri' in asked ? asked.uri : uri;
  const [resource] = resourcesAt(address);
  const word = 'name' in asked ? asked.name : name;
  const [first] = accounts;
  const isOf = (account: string): boolean =>
    account === accountIn(args) || (typeof address === 'string' && address.startsWith(`chat://${account}/`));
  const account = accounts.find((one) => isOf(one.name))?.name ?? first.name;
  if (resource !== undefined) return { kind: 'resource', name: resource[0], account, caller };
  if (typeof word !== 'string' || scopesOf(toolsBehind(method, params)).length === 0) return undefined;
  return { kind: method === 'tools/call' ? 'tool' : 'prompt', name: word, account, caller };
}

function toolsBehind(method: string, params: Readonly<Record<string, unknown>>): readonly string[] {
  const { name, uri, ref } = params;
  switch (method) {
    case 'tools/call':
      return typeof name === 'string' ? [name] : [];
    case 'prompts/get':
      return promptTools(name);
    case 'resources/read':
    case 'resources/subscribe':
      return resourceTools(uri);
    case 'completion/complete':
      return typeof ref !== 'object' || ref === null
        ? []
        : 'name' in ref
          ? promptTools(ref.name)
          : 'uri' in ref
            ? resourceTools(ref.uri)
            : [];
    default:
      return [];
  }
}

function promptTools(name: unknown): readonly string[] {
  return typeof name === 'string' && Object.hasOwn(CATALOGUE.prompts, name)
    ? (CATALOGUE.prompts[name]?.tools ?? [])
    : [];
}

function resourceTools(uri: unknown): readonly string[] {
  return resourcesAt(uri).map(([, { tool }]) => tool);
}

/** The resources of an address under them, or of their template. */
function resourcesAt(uri: unknown) {
  if (typeof uri !== 'string' || !URL.canParse(uri)) return [];
  const { href } = new URL(uri);
  // Whether it names an account depends on the caller; no address of the one kind is one of the other.
  const addresses = [href, withoutAccountIn(href)];
  return Object.entries(CATALOGUE.resources).filter(([, { uri: own, variable }]) => {
    const isOwn = (address: string): boolean =>
      variable === undefined ? address === own : address.startsWith(own.slice(0, own.indexOf('{')));
    return addresses.some(isOwn);
  });
}
