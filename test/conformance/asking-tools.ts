import { createHmac, randomBytes } from 'node:crypto';
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  inputResponse,
  ProtocolError,
  ProtocolErrorCode,
  type InputRequests,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { saying, type FixtureTool } from './fixture.ts';

const Name = z.object({ name: z.string() });
const Color = z.object({ color: z.string() });
const Ok = z.object({ ok: z.boolean() });
const NOTHING = { type: 'object', properties: {} } as const;

const question = (message: string, requestedSchema: z.ZodObject) => inputRequired.elicit({ message, requestedSchema });

function sampling(text: string, maxTokens: number) {
  return inputRequired.createMessage({ messages: [{ role: 'user', content: { type: 'text', text } }], maxTokens });
}

/** A tool that asks for one thing of the client, and tells what it was given. */
function askingOnce(description: string, key: string, request: InputRequests[string]): FixtureTool {
  return {
    description,
    call: async ({ mcpReq }) => {
      const given = inputResponse(mcpReq.inputResponses, key);
      return given.kind === 'missing'
        ? inputRequired({ inputRequests: { [key]: request } })
        : saying(JSON.stringify(given));
    },
  };
}

/** What a client brings back must be what it was given: sealed, as this program seals its own questions. */
const KEY = randomBytes(32);
const seal = (state: string) => `${state}.${createHmac('sha256', KEY).update(state).digest('base64url')}`;

/** The state that a call brings back. Throws a protocol error for one that was not given. */
function stateOf({ mcpReq }: ServerContext): string | undefined {
  const sealed = mcpReq.requestState<string>();
  if (sealed === undefined) return undefined;
  const [state = ''] = sealed.split('.');
  if (sealed === seal(state)) return state;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'This state was not given by this server.');
}

function confirmed(description: string): FixtureTool {
  return {
    description,
    call: async (context) => {
      const state = stateOf(context);
      const answer = acceptedContent(context.mcpReq.inputResponses, 'confirm', Ok);
      if (state !== undefined && answer !== undefined) return saying('state-ok');
      return inputRequired({
        inputRequests: { confirm: question('Please confirm', Ok) },
        requestState: seal('confirm'),
      });
    },
  };
}

const Capabilities = z.object({ [CLIENT_CAPABILITIES_META_KEY]: z.record(z.string(), z.unknown()) });

/** Every kind of request, but those that the client has not declared. */
function declaredOnly(
  { mcpReq }: ServerContext,
  all: Readonly<Record<string, InputRequests[string]>>,
): InputRequiredResult {
  const declared = Capabilities.safeParse(mcpReq.envelope).data?.[CLIENT_CAPABILITIES_META_KEY] ?? {};
  const entries = Object.entries(all).filter(([capability]) => Object.hasOwn(declared, capability));
  return inputRequired({ inputRequests: Object.fromEntries(entries) });
}

const OPTIONS = ['option1', 'option2', 'option3'];
const TITLED = [
  { const: 'value1', title: 'First Option' },
  { const: 'value2', title: 'Second Option' },
  { const: 'value3', title: 'Third Option' },
];

/** Tools that ask the client: in its own revision's way, by one and the same result. */
export const ASKING_TOOLS: Readonly<Record<string, FixtureTool>> = {
  test_sampling: {
    ...askingOnce('Asks the model of the client.', 'sampled', sampling('Test prompt for sampling', 100)),
    inputSchema: { type: 'object', properties: { prompt: { type: 'string' } }, required: ['prompt'] },
  },
  test_elicitation: {
    ...askingOnce(
      'Asks the person.',
      'user',
      question('Please provide your information', z.object({ username: z.string(), email: z.string() })),
    ),
    inputSchema: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
  },
  test_elicitation_sep1034_defaults: askingOnce(
    'Asks the person, with defaults.',
    'user',
    inputRequired.elicit({
      message: 'Please review',
      requestedSchema: {
        type: 'object',
        properties: {
          name: { type: 'string', default: 'John Doe' },
          age: { type: 'integer', default: 30 },
          score: { type: 'number', default: 95.5 },
          status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
          verified: { type: 'boolean', default: true },
        },
      },
    }),
  ),
  test_elicitation_sep1330_enums: askingOnce(
    'Asks the person to choose, in every form of a choice.',
    'user',
    inputRequired.elicit({
      message: 'Please choose',
      requestedSchema: {
        type: 'object',
        properties: {
          untitledSingle: { type: 'string', enum: OPTIONS },
          titledSingle: { type: 'string', oneOf: TITLED },
          legacyEnum: {
            type: 'string',
            enum: ['opt1', 'opt2', 'opt3'],
            enumNames: ['Option One', 'Option Two', 'Option Three'],
          },
          untitledMulti: { type: 'array', items: { type: 'string', enum: OPTIONS } },
          titledMulti: { type: 'array', items: { anyOf: TITLED } },
        },
      },
    }),
  ),
  test_streaming_elicitation: askingOnce(
    'Asks the person.',
    'user',
    inputRequired.elicit({ message: 'Please confirm', requestedSchema: NOTHING }),
  ),
  test_missing_capability: askingOnce('Needs the model of the client.', 'sampled', sampling('Say hello', 10)),
  test_input_required_result_elicitation: {
    description: 'Asks for a name.',
    call: async ({ mcpReq }) => {
      const answer = acceptedContent(mcpReq.inputResponses, 'user_name', Name);
      if (answer !== undefined) return saying(`Hello, ${answer.name}!`);
      return inputRequired({ inputRequests: { user_name: question('What is your name?', Name) } });
    },
  },
  test_input_required_result_sampling: askingOnce(
    'Asks the model of the client.',
    'capital_question',
    sampling('What is the capital of France?', 100),
  ),
  test_input_required_result_list_roots: askingOnce(
    'Asks for the roots of the client.',
    'client_roots',
    inputRequired.listRoots(),
  ),
  test_input_required_result_request_state: confirmed('Asks, and has the client keep a state.'),
  test_input_required_result_tampered_state: confirmed('Asks, and has the client keep a state that it cannot change.'),
  test_input_required_result_multiple_inputs: {
    description: 'Asks for several things at once.',
    call: async (context) => {
      if (stateOf(context) !== undefined && context.mcpReq.inputResponses !== undefined) return saying('Hello there!');
      return inputRequired({
        inputRequests: {
          user_name: question('What is your name?', Name),
          greeting: sampling('Generate a greeting', 50),
          client_roots: inputRequired.listRoots(),
        },
        requestState: seal('several'),
      });
    },
  },
  test_input_required_result_multi_round: {
    description: 'Asks twice, one after the other.',
    call: async (context) => {
      const { inputResponses } = context.mcpReq;
      const state = stateOf(context);
      const color = acceptedContent(inputResponses, 'step2', Color);
      if (state === 'step2' && color !== undefined) return saying(`You like ${color.color}.`);
      if (state === 'step1' && acceptedContent(inputResponses, 'step1', Name) !== undefined) {
        const step2 = question('Step 2: What is your favorite color?', Color);
        return inputRequired({ inputRequests: { step2 }, requestState: seal('step2') });
      }
      const step1 = question('Step 1: What is your name?', Name);
      return inputRequired({ inputRequests: { step1 }, requestState: seal('step1') });
    },
  },
  test_input_required_result_capabilities: {
    description: 'Asks for what the client can give.',
    call: async (context) =>
      declaredOnly(context, {
        elicitation: question('What is your name?', Name),
        sampling: sampling('Generate a greeting', 50),
        roots: inputRequired.listRoots(),
      }),
  },
};
