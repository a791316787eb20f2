import { choicesOf, type Flow, nodeOf } from './flow.ts';
import { canHold, filled, valueAt, type Variables, withVariable } from './variables.ts';

/** One entry of a conversation. */
export interface Message {
  readonly id: number;
  /** A notice is the service's: what went wrong, in words for the visitor. */
  readonly author: 'bot' | 'visitor' | 'notice';
  readonly text: string;
}

/** The event that a session waits for, and the node that it waits at. */
type Awaited = { readonly kind: 'question' | 'script' | 'waiting'; readonly node: string } | { readonly kind: 'ended' };

/** A conversation between two events. */
export interface State {
  /** Grows with every event that was taken: whoever acts on an older one acts on what is no more. */
  readonly step: number;
  readonly messages: readonly Message[];
  readonly variables: Variables;
  readonly now: Awaited;
}

/** An event that can happen to a conversation. */
export type FlowEvent =
  | { readonly kind: 'answer'; readonly step: number; readonly text: string }
  | { readonly kind: 'script_ran'; readonly step: number; readonly variables?: Variables }
  /** `why` goes on from "A step of this chat did not work: ". */
  | { readonly kind: 'script_failed'; readonly step: number; readonly why: string }
  /** The webhook brought data for an attribute; the flow goes on at a node. */
  | { readonly kind: 'delivery'; readonly attribute: string; readonly data: unknown; readonly node: string }
  /** The visitor has left for good. */
  | { readonly kind: 'left' };

/** The outcome of an event. Only one that was taken changes anything. */
export interface Outcome {
  readonly result: 'taken' | 'stale' | 'not_a_choice' | 'too_large';
  readonly state: State;
}

/** Nodes that may run without anybody's input: a flow that goes in circles ends, and never hangs. */
export const MAXIMUM_RUN = 100;
/** Messages of a session, the notice that ends it included. */
export const MAXIMUM_MESSAGES = 500;
/** Characters of a session's messages: what goes beyond still stands, and ends it. */
export const MAXIMUM_CHARACTERS = 256 * 1024;
/** Characters of a message. */
const MAXIMUM_TEXT = 20_000;

/** The beginning of a conversation: runs up to the first node that waits, from the start or from another node. */
export function begin(flow: Flow, node = flow.start): State {
  return run(flow, { step: 0, messages: [], variables: {}, now: { kind: 'ended' } }, node);
}

/** Returns the conversation after an event. Never throws, whatever the flow and the event. */
export function advance(flow: Flow, state: State, event: FlowEvent): Outcome {
  const { now } = state;
  const stale: Outcome = { result: 'stale', state };
  if (now.kind === 'ended') return stale;
  const forward = (from: State, node: string): Outcome => ({
    result: 'taken',
    state: run(flow, { ...from, step: state.step + 1 }, node),
  });

  if (event.kind === 'left') {
    return { result: 'taken', state: { ...state, step: state.step + 1, now: { kind: 'ended' } } };
  }
  if (event.kind === 'delivery') {
    const variables = withVariable(state.variables, event.attribute, event.data);
    return canHold(variables) ? forward({ ...state, variables }, event.node) : { result: 'too_large', state };
  }
  if (event.step !== state.step) return stale;
  const node = nodeOf(flow, now.node);
  if (event.kind === 'answer') {
    const choices = node ? choicesOf(node) : [];
    if (choices.length > 0 && !choices.includes(event.text)) return { result: 'not_a_choice', state };
    const answered = said(state, 'visitor', event.text);
    if (node?.type === 'wait_for_webhook' && node.otherwise) return forward(answered, node.otherwise.next);
    if (node?.type !== 'question') return stale;
    const variables = withVariable(state.variables, node.variable, event.text);
    return canHold(variables) ? forward({ ...answered, variables }, node.next) : { result: 'too_large', state };
  }
  if (node?.type !== 'run_script') return stale;
  const failed = (why: string): Outcome =>
    forward(said(state, 'notice', `A step of this chat did not work: ${why}.`), node.on_error);
  if (event.kind === 'script_failed') return failed(event.why);
  const variables = { ...state.variables, ...event.variables };
  return canHold(variables)
    ? forward({ ...state, variables }, node.next)
    : failed('it brought more than a chat can hold');
}

/** Runs from a node up to one that waits, or to the end. */
function run(flow: Flow, from: State, first: string): State {
  let state = from;
  let id = first;
  for (let count = 0; count < MAXIMUM_RUN; count += 1) {
    // Room is kept for an answer and for the notice that then ends it.
    if (state.messages.length >= MAXIMUM_MESSAGES - 2 || charactersOf(state) > MAXIMUM_CHARACTERS) {
      return ended(state, 'This chat is too long, and has ended.');
    }
    const node = nodeOf(flow, id);
    switch (node?.type) {
      case 'message':
        state = said(state, 'bot', filled(node.text, state.variables));
        id = node.next;
        break;
      case 'question':
        return { ...said(state, 'bot', filled(node.text, state.variables)), now: { kind: 'question', node: id } };
      case 'condition':
        id = valueAt(state.variables, node.variable) === node.equals ? node.then : node.otherwise;
        break;
      case 'run_script':
        return { ...state, now: { kind: 'script', node: id } };
      case 'wait_for_webhook':
        return { ...state, now: { kind: 'waiting', node: id } };
      case 'end': {
        const last = node.text === undefined ? state : said(state, 'bot', filled(node.text, state.variables));
        return { ...last, now: { kind: 'ended' } };
      }
      case undefined:
        return ended(state, 'This chat has no next step, and has ended.');
    }
  }
  return ended(state, 'This chat went in circles, and has ended.');
}

function charactersOf({ messages }: State): number {
  return messages.reduce((sum, { text }) => sum + text.length, 0);
}

function ended(state: State, notice: string): State {
  return { ...said(state, 'notice', notice), now: { kind: 'ended' } };
}

function said(state: State, author: Message['author'], text: string): State {
  const kept = text.length > MAXIMUM_TEXT ? `${text.slice(0, MAXIMUM_TEXT).toWellFormed()}…` : text;
  return { ...state, messages: [...state.messages, { id: state.messages.length + 1, author, text: kept }] };
}
