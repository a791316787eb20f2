import { onTestFinished } from 'vitest';
import { createService, type Service, type ServiceOptions } from '../../src/sandbox/service.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/sandbox.ts';
import { createWorld, type Login } from '../../src/sandbox/world/world.ts';

/** A Wednesday afternoon, UTC. */
export const NOW = Date.UTC(2026, 10, 18, 15, 30);

export const smallWorld = () => createWorld({ seed: 7, size: 'small', now: NOW });

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The body as JSON; undefined when it is none. */
  json: unknown;
}

type AnyService = Omit<Service, 'fetch' | 'answer'>;

export interface Desk<Served extends AnyService = AnyService> {
  sandbox: Served;
  /** Asks with the Super Admin's login unless told otherwise; `null` asks without any. */
  get: (path: string, login?: Login | null) => Promise<Answer>;
  /** Asks just so. */
  send: (path: string, init?: RequestInit) => Promise<Answer>;
}

/** A service in this process for one test. Its clock stands at `NOW`, and its limit is out of the way. */
export async function openDesk(options: Partial<ServiceOptions> = {}): Promise<Desk> {
  const sandbox = createService({ ...usual(), ...options });
  return deskOf(sandbox, 'http://127.0.0.1', sandbox.fetch);
}

/** The same behind a socket, closed when the test ends. */
export async function openServedDesk(options: Partial<SandboxOptions> = {}): Promise<Desk<Sandbox>> {
  const sandbox = await startSandbox({ ...usual(), ...options });
  onTestFinished(sandbox.close);
  return deskOf(sandbox, sandbox.url, fetch);
}

const usual = () => ({ world: smallWorld(), requestsPerMinute: 1_000_000, clock: () => NOW });

function deskOf<Served extends AnyService>(
  sandbox: Served,
  url: string,
  ask: (request: Request) => Promise<Response>,
): Desk<Served> {
  const send = async (path: string, init?: RequestInit): Promise<Answer> => {
    const response = await ask(new Request(url + path, init));
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, json: parse(text) };
  };
  const get = async (path: string, login: Login | null = sandbox.world.account.superAdmin): Promise<Answer> =>
    send(path, { headers: login ? { Authorization: basic(login) } : {} });
  return { sandbox, get, send };
}

export function basic({ email, password }: Login): string {
  return `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`;
}

/** The first of some things that a test cannot do without. */
export function first<T>(things: readonly T[]): T {
  const [thing] = things;
  if (thing === undefined) throw new Error('The world has none of these');
  return thing;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
