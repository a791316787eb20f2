import { canHold, filled, valueAt, type Variables } from './variables.ts';

/** What a visitor can choose, each with the node where the chat then continues. */
export type Choices = Readonly<Record<string, string>>;

/** One step of a bot. Its texts may hold `{{variable}}` and `{{variable.field}}`. */
export type Step =
  | { readonly say: string }
  /** Keeps whatever the visitor answers as a variable. */
  | { readonly ask: string; readonly as: string }
  | { readonly choose: string; readonly choices: Choices }
  /** For data from the webhook. With choices, the visitor may go on without them. */
  | { readonly wait: string; readonly choices?: Choices }
  /** Has the page run `async ({ session_id, chatbot_id }) => …` (specification, section 6); where that fails, on at a node. */
  | { readonly run_script: string; readonly on_error: string }
  /** Goes on at a node: always, or where a variable has a value. */
  | {
      readonly go: string;
      readonly when?: { readonly variable: string; readonly equals: string | number | boolean };
    };

/** What a bot does: nodes of steps. It begins at `start`, and the chat ends behind the last step of a node. */
export type Script = Readonly<Record<string, readonly Step[]>>;

/** One entry of a conversation. */
export interface Message {
  readonly id: number;
  /** A notice is the service's: what went wrong, in words for the visitor. */
  readonly author: 'bot' | 'visitor' | 'notice';
  readonly text: string;
}

/** The place of a step in a script. */
interface Place {
  readonly node: string;
  readonly index: number;
}

/** A conversation between two events. */
export interface State {
  /** Grows with every event that was taken: who acts on an older one comes too late. */
  readonly step: number;
  readonly messages: readonly Message[];
  readonly variables: Variables;
  /** The step that waits for an event; the chat has ended where there is none. */
  readonly at?: Place;
}

/** What can happen to a conversation. */
export type ChatEvent =
  | { readonly kind: 'answer'; readonly step: number; readonly text: string }
  /** The custom script has ended; `failed` says why it did not work. */
  | { readonly kind: 'script'; readonly step: number; readonly variables?: Variables; readonly failed?: string }
  /** The webhook brought data for an attribute, and the chat continues at a node. */
  | { readonly kind: 'delivery'; readonly attribute: string; readonly data: unknown; readonly node: string };

/** Why an event changes nothing. */
export type Refusal = 'stale' | 'not_a_choice' | 'too_large';

/** Steps without anybody's input: a script that goes in circles ends, and never hangs. */
const MAXIMUM_RUN = 100;
/** Messages of a session, the notice that ends it included. */
const MAXIMUM_MESSAGES = 500;
/** Characters of a session's messages. */
const MAXIMUM_CHARACTERS = 256 * 1024;

/** Begins a conversation: runs up to the first step that waits for somebody. */
export function begin(script: Script): State {
  return run(script, { step: 0, messages: [], variables: {} }, 'start');
}

/** Begins a conversation that waits for the webhook, at the first step that does; at the start where none does. */
export function beginWaiting(script: Script): State {
  for (const [node, steps] of Object.entries(script)) {
    const index = steps.findIndex((step) => 'wait' in step);
    if (index !== -1) return { step: 0, messages: [], variables: {}, at: { node, index } };
  }
  return begin(script);
}

/** The step that a conversation waits at; undefined where it has ended. */
export function stepOf(script: Script, { at }: State): Step | undefined {
  return at && nodeOf(script, at.node)?.[at.index];
}

/** Returns the conversation after an event, or why it is as before. Never throws, whatever the script and the event. */
export function advance(script: Script, state: State, event: ChatEvent): State | Refusal {
  const step = stepOf(script, state);
  const { at } = state;
  if (step === undefined || at === undefined) return 'stale';
  const forward = (from: State, node: string, index = 0): State =>
    run(script, { ...from, step: state.step + 1 }, node, index);

  if (event.kind === 'delivery') {
    const variables = { ...state.variables, [event.attribute]: event.data };
    return canHold(variables) ? forward({ ...state, variables }, event.node) : 'too_large';
  }
  if (event.step !== state.step) return 'stale';
  if (event.kind === 'answer') {
    const answered = said(state, 'visitor', event.text);
    if ('ask' in step) {
      const variables = { ...state.variables, [step.as]: event.text };
      return canHold(variables) ? forward({ ...answered, variables }, at.node, at.index + 1) : 'too_large';
    }
    const choices = choicesOf(step);
    if (choices === undefined) return 'stale';
    const node = Object.hasOwn(choices, event.text) ? choices[event.text] : undefined;
    return node === undefined ? 'not_a_choice' : forward(answered, node);
  }
  if (!('run_script' in step)) return 'stale';
  const variables = { ...state.variables, ...event.variables };
  const failed = event.failed ?? (canHold(variables) ? undefined : 'it brought more than a chat can hold');
  return failed === undefined
    ? forward({ ...state, variables }, at.node, at.index + 1)
    : forward(said(state, 'notice', `A step of this chat did not work: ${failed}.`), step.on_error);
}

/** What can be chosen at a step; undefined where nothing can. */
export function choicesOf(step: Step): Choices | undefined {
  return 'choices' in step ? step.choices : undefined;
}

function nodeOf(script: Script, node: string): readonly Step[] | undefined {
  return Object.hasOwn(script, node) ? script[node] : undefined;
}

/** Runs from a step up to one that waits, or to the end. */
function run(script: Script, from: State, first: string, firstIndex = 0): State {
  const { at: _, ...begun } = from;
  let state: State = begun;
  let [node, index] = [first, firstIndex];
  for (let count = 0; count < MAXIMUM_RUN; count += 1) {
    // Room is kept for an answer and for the notice that then ends it.
    if (state.messages.length >= MAXIMUM_MESSAGES - 2 || charactersOf(state) > MAXIMUM_CHARACTERS) {
      return said(state, 'notice', 'This chat is too long, and has ended.');
    }
    const steps = nodeOf(script, node);
    if (steps === undefined) return said(state, 'notice', 'This chat has no next step, and has ended.');
    const step = steps[index];
    if (step === undefined) return state;
    if ('say' in step) state = said(state, 'bot', filled(step.say, state.variables));
    else if ('ask' in step || 'choose' in step) {
      const text = 'ask' in step ? step.ask : step.choose;
      return { ...said(state, 'bot', filled(text, state.variables)), at: { node, index } };
    } else if (!('go' in step)) return { ...state, at: { node, index } };
    if ('go' in step && (!step.when || valueAt(state.variables, step.when.variable) === step.when.equals)) {
      [node, index] = [step.go, 0];
    } else index += 1;
  }
  return said(state, 'notice', 'This chat went in circles, and has ended.');
}

function charactersOf({ messages }: State): number {
  return messages.reduce((sum, { text }) => sum + text.length, 0);
}

function said(state: State, author: Message['author'], text: string): State {
  return { ...state, messages: [...state.messages, { id: state.messages.length + 1, author, text }] };
}
