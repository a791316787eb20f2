import type { Clock } from '../../src/model/time/units.ts';
import { createInterface } from 'node:readline';
import {
  isJSONRPCErrorResponse,
  isJSONRPCResultResponse,
  parseJSONRPCMessage,
  type JSONRPCErrorResponse,
  type JSONRPCResultResponse,
} from '@modelcontextprotocol/client';
import { z } from 'zod';
import { plainData } from './boundaries.ts';
import {
  startProcess,
  startProgram,
  type Environment,
  type Exit,
  type Program,
  type ProgramProcess,
} from './program.ts';

type Response = JSONRPCResultResponse | JSONRPCErrorResponse;

const ToolResult = z.object({
  content: z.array(z.object({ type: z.literal('text'), text: z.string() })).length(1),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  isError: z.boolean().default(false),
});

/** The answer of a tool. */
export interface Answer {
  readonly text: string;
  readonly isError: boolean;
  readonly data: Readonly<Record<string, unknown>> | undefined;
}

/** A session with a server over its standard input and output, line by line, without a client in between. */
export interface Session<Running extends Program = Program> extends AsyncDisposable {
  readonly program: Running;
  /** Writes just this, whatever it is. */
  write: (text: string) => void;
  /** Sends a request or a notification and goes on. Answers the request's id. */
  send: (method: string, params?: object) => number;
  notify: (method: string, params?: object) => void;
  /** The response to a request, when it is here. */
  response: (id: number) => Promise<Response>;
  /** The ids of all responses until now. */
  answered: () => readonly unknown[];
  call: (tool: string, args: object) => Promise<Answer>;
  /** Ends the input. Throws when a line of the whole output was not a message of the protocol. */
  finish: () => Promise<Exit>;
}

/** A session with a server that is a process of its own. */
export type SessionProcess = Session<ProgramProcess>;

/** Structured content is what most tests look at. */
const withData = (environment: Environment): Environment => ({
  CHAT_OPERATIONS_STRUCTURED_CONTENT: 'on',
  ...environment,
});

/** Starts a server in this process, and shakes hands. */
export async function startSession(
  flags: readonly string[],
  environment: Environment = {},
  clock?: Clock,
): Promise<Session> {
  return openSession(startProgram(['stdio', ...flags], withData(environment), clock));
}

/** Starts a server as a process of its own, and shakes hands. */
export async function startSessionProcess(
  flags: readonly string[],
  environment: Environment = {},
  command?: readonly [string, ...string[]],
): Promise<SessionProcess> {
  return openSession(startProcess(['stdio', ...flags], withData(environment), command));
}

/** Shakes hands with a server that was started. */
export async function openSession<Running extends Program>(program: Running): Promise<Session<Running>> {
  const responses = new Map<unknown, Response>();
  const waiting = new Map<unknown, (response: Response) => void>();
  const strayLines: string[] = [];
  let lastId = 0;

  createInterface({ input: program.stdout }).on('line', (line) => {
    try {
      const message = parseJSONRPCMessage(JSON.parse(line));
      if (!isJSONRPCResultResponse(message) && !isJSONRPCErrorResponse(message)) return;
      responses.set(message.id, message);
      waiting.get(message.id)?.(message);
    } catch {
      strayLines.push(line);
    }
  });

  const write = (text: string) => void program.stdin.write(text);
  const notify = (method: string, params: object = {}) =>
    write(`${JSON.stringify({ jsonrpc: '2.0', method, params })}\n`);
  const send = (method: string, params: object = {}) => {
    lastId += 1;
    write(`${JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params })}\n`);
    return lastId;
  };
  const response = async (id: number) => {
    const early = responses.get(id);
    if (early !== undefined) return early;
    const late = new Promise<Response>((resolve) => waiting.set(id, resolve));
    const death = program.ended.then(() => Promise.reject(new Error(`It ended without an answer: ${program.err()}`)));
    return Promise.race([late, death]);
  };

  await response(
    send('initialize', {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'line by line', version: '1' },
    }),
  );
  notify('notifications/initialized');

  return {
    program,
    write,
    send,
    notify,
    response,
    answered: () => [...responses.keys()],
    call: async (tool, args) => {
      const message = await response(send('tools/call', { name: tool, arguments: args }));
      if (isJSONRPCErrorResponse(message)) throw new Error(message.error.message);
      const { content, structuredContent, isError } = ToolResult.parse(message.result);
      const data = ToolResult.shape.structuredContent.parse(plainData(structuredContent));
      return { text: content[0]?.text ?? '', isError, data };
    },
    finish: async () => {
      program.stdin.end();
      const exit = await program.ended;
      if (strayLines.length > 0) throw new Error(`Not the protocol: ${strayLines.join('\n')}`);
      return exit;
    },
    [Symbol.asyncDispose]: () => program[Symbol.asyncDispose](),
  };
}
