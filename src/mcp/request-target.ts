import type { ObservedCall } from '../answers/observer.ts';
import type { Served } from '../answers/desk.ts';
import type { Caller, Scope } from '../model/caller.ts';
import { scopesLacking } from '../model/tool-scopes.ts';
import { withoutAccountIn } from './accounts/account-addresses.ts';
import { accountIn } from './accounts/account-argument.ts';
import { CATALOGUE } from './catalogue.ts';

/** What a request asks, as far as it has been checked: what came, or nothing. */
interface AskedRequest {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

/** The tool, the prompt or the resource that a request is about, and the tools whose scopes it needs. */
interface Target extends Pick<ObservedCall, 'kind' | 'name'> {
  readonly needs: readonly string[];
}

/**
 * Returns the scopes that a request needs and its caller lacks, so that it can be refused before it is answered. A request for
 * something that does not exist needs none.
 */
export function scopesLackingFor(caller: Caller, request: AskedRequest): readonly Scope[] {
  return scopesLacking(caller, targetOf(request)?.needs ?? []);
}

/** Returns the call that a refused request would have been; undefined if it names nothing that exists. */
export function callBehind({ caller, accounts }: Served, request: AskedRequest): ObservedCall | undefined {
  const target = targetOf(request);
  if (target === undefined) return undefined;
  const { arguments: args } = request.params ?? {};
  const { uri } = namesIn(request);
  const named = accounts.find(
    ({ name }) => name === accountIn(args) || (typeof uri === 'string' && uri.startsWith(`chat://${name}/`)),
  );
  const { kind, name } = target;
  return { kind, name, account: (named ?? accounts[0]).name, caller };
}

function targetOf(request: AskedRequest): Target | undefined {
  const { name, uri } = namesIn(request);
  switch (request.method) {
    case 'tools/call':
      return typeof name === 'string' && Object.hasOwn(CATALOGUE.tools, name)
        ? { kind: 'tool', name, needs: [name] }
        : undefined;
    case 'prompts/get':
      return promptCalled(name);
    case 'resources/read':
    case 'resources/subscribe':
      return resourceAt(uri);
    case 'completion/complete':
      return promptCalled(name) ?? resourceAt(uri);
    default:
      return undefined;
  }
}

/** The name or the address in a request: of a completion, those of what it refers to. */
function namesIn({ method, params = {} }: AskedRequest): { readonly name?: unknown; readonly uri?: unknown } {
  if (method !== 'completion/complete') return params;
  const { ref } = params;
  return typeof ref === 'object' && ref !== null ? ref : {};
}

function promptCalled(name: unknown): Target | undefined {
  if (typeof name !== 'string' || !Object.hasOwn(CATALOGUE.prompts, name)) return undefined;
  return { kind: 'prompt', name, needs: CATALOGUE.prompts[name]?.tools ?? [] };
}

/** The resource at an address, or at a template. */
function resourceAt(uri: unknown): Target | undefined {
  if (typeof uri !== 'string' || !URL.canParse(uri)) return undefined;
  const { href } = new URL(uri);
  // Whether it names an account depends on the caller: what it may be for anybody needs its scopes.
  const addresses = [href, withoutAccountIn(href)];
  const found = Object.entries(CATALOGUE.resources).filter(([, { uri: own, variable }]) => {
    const isOwn = (address: string): boolean =>
      variable === undefined ? address === own : address.startsWith(own.slice(0, own.indexOf('{')));
    return addresses.some(isOwn);
  });
  const [first] = found;
  return first && { kind: 'resource', name: first[0], needs: found.map(([, { tool }]) => tool) };
}
