import { randomBytes } from 'node:crypto';
import type { Bot, BotEndpoint, Shop } from '../world/world-records.ts';
import { advance, begin, type FlowEvent, type Message, type Outcome, type State } from '../flow/flow-engine.ts';
import { choicesOf, type Flow, nodeOf } from '../flow/flow.ts';
import { failureWords, type ScriptOutcome } from './script-outcome.ts';
import { filled, type Variables } from '../flow/variables.ts';

/** A session as the widget sees it. */
export interface SessionView {
  readonly session_id: string;
  readonly chatbot_id: string;
  readonly bot_name: string;
  /** Grows with every change of what is awaited. */
  readonly step: number;
  readonly messages: readonly Message[];
  readonly now:
    /** Without choices, any text is an answer. */
    | { readonly kind: 'question'; readonly choices: readonly string[] }
    /** To be run now; it failed when it has not ended after some `seconds`. */
    | { readonly kind: 'script'; readonly script: string; readonly seconds: number }
    /** For the webhook; with choices, the visitor may go on without it. */
    | { readonly kind: 'waiting'; readonly text: string; readonly choices: readonly string[] }
    | { readonly kind: 'ended' };
}

/** The outcome of an input from the widget, and the session afterwards. */
export interface Reaction {
  readonly result: Outcome['result'];
  readonly view: SessionView;
}

/** The outcome of the webhook's data. */
export type DeliveryResult = 'taken' | 'no_such_session' | 'ended' | 'too_large';

/** The running and ended sessions of a service's chatbots. An id that is not known gives undefined. */
export interface ChatSessions {
  /** Throws when there is no such bot. */
  begin: (botId: string) => SessionView;
  view: (sessionId: string) => SessionView | undefined;
  /** The variables of the session's bot: set by scripts, answered by the visitor, brought by the webhook. */
  variables: (sessionId: string) => Variables | undefined;
  answer: (sessionId: string, step: number, text: string) => Reaction | undefined;
  scriptOutcome: (sessionId: string, step: number, outcome: ScriptOutcome) => Reaction | undefined;
  /** Ends a session whose visitor has left it for good; one that has ended stays as it is. */
  leave: (sessionId: string) => SessionView | undefined;
  /** Hands data to a session of the bot: stored in the endpoint's attribute, and on at its node (section 4.5). */
  deliver: (bot: Bot, endpoint: BotEndpoint, sessionId: string, data: unknown) => DeliveryResult;
  /** Tells each change of a session from now on, until what it answers is called, or until the subscriber is closed. */
  subscribe: (sessionId: string, subscriber: Subscriber) => (() => void) | undefined;
  /** The number of those who are told the changes of a session. */
  subscribers: (sessionId: string) => number;
}

/** A listener that is told the changes of a session. */
export interface Subscriber {
  changed: (view: SessionView) => void;
  /** There will be no more: the session was forgotten, or too many have subscribed since. */
  closed: () => void;
}

/**
 * The sessions that are kept. For one more, one that ended goes, or else one that nobody follows; of these, the one in
 * which nothing has happened for longest. Any site can begin as many as it likes, but a browser lets it follow few.
 */
export const MAXIMUM_SESSIONS = 1000;
/**
 * The number of those who may follow a session; for one more, the first goes: a browser that is told so follows anew, and one that were
 * refused would not.
 */
export const MAXIMUM_SUBSCRIBERS = 20;

interface Session {
  readonly bot: Pick<Bot, 'botId' | 'name'>;
  /** The one it began with, whatever becomes of the bot's. */
  readonly flow: Flow;
  state: State;
  readonly subscribers: Set<Subscriber>;
}

/** Keeps the sessions of a world's bots; those of the world wait for the webhook from the start. */
export function createChatSessions(world: Shop, scriptSeconds: number): ChatSessions {
  // In the order of what happened last.
  const sessions = new Map<string, Session>();

  const add = (id: string, { botId, name, flow }: Bot, node?: string): Session => {
    if (sessions.size >= MAXIMUM_SESSIONS) forgetOne();
    const session = { bot: { botId, name }, flow, state: begin(flow, node), subscribers: new Set<Subscriber>() };
    sessions.set(id, session);
    return session;
  };

  const forgetOne = (): void => {
    const all = [...sessions];
    const gone =
      all.find(([, { state }]) => state.now.kind === 'ended') ??
      all.find(([, { subscribers }]) => subscribers.size === 0) ??
      all[0];
    if (gone === undefined) return;
    const [id, { subscribers }] = gone;
    sessions.delete(id);
    for (const subscriber of subscribers) subscriber.closed();
  };

  const viewOf = (id: string, { bot, flow, state }: Session): SessionView => ({
    session_id: id,
    chatbot_id: bot.botId,
    bot_name: bot.name,
    step: state.step,
    messages: state.messages,
    now: nowOf(flow, state, scriptSeconds),
  });

  /** Lets an event happen to a session, and tells who wants to know. */
  const happen = (id: string, session: Session, event: FlowEvent): Reaction => {
    const { result, state } = advance(session.flow, session.state, event);
    session.state = state;
    const view = viewOf(id, session);
    if (result === 'taken') {
      sessions.delete(id);
      sessions.set(id, session);
      for (const subscriber of session.subscribers) subscriber.changed(view);
    }
    return { result, view };
  };

  for (const bot of world.bots) {
    const waiting = Object.entries(bot.flow.nodes).find(([, { type }]) => type === 'wait_for_webhook');
    for (const id of bot.sessions) add(id, bot, waiting?.[0]);
  }

  return {
    begin: (botId) => {
      const bot = world.bots.find((bot) => bot.botId === botId);
      if (bot === undefined) throw new Error(`There is no bot ${botId}`);
      const id = `session-${randomBytes(16).toString('hex')}`;
      return viewOf(id, add(id, bot));
    },
    view: (id) => {
      const session = sessions.get(id);
      return session && viewOf(id, session);
    },
    variables: (id) => sessions.get(id)?.state.variables,
    answer: (id, step, text) => {
      const session = sessions.get(id);
      return session && happen(id, session, { kind: 'answer', step, text });
    },
    scriptOutcome: (id, step, outcome) => {
      const session = sessions.get(id);
      return session && happen(id, session, scriptEvent(step, outcome, scriptSeconds));
    },
    leave: (id) => {
      const session = sessions.get(id);
      return session && happen(id, session, { kind: 'left' }).view;
    },
    deliver: (bot, { attribute, node }, id, data) => {
      const session = sessions.get(id);
      if (session?.bot.botId !== bot.botId) return 'no_such_session';
      const { result } = happen(id, session, { kind: 'delivery', attribute, data, node });
      return result === 'taken' || result === 'too_large' ? result : 'ended';
    },
    subscribe: (id, subscriber) => {
      const subscribers = sessions.get(id)?.subscribers;
      if (subscribers === undefined) return undefined;
      const [first] = subscribers;
      if (subscribers.size >= MAXIMUM_SUBSCRIBERS && first !== undefined) {
        subscribers.delete(first);
        first.closed();
      }
      subscribers.add(subscriber);
      return () => void subscribers.delete(subscriber);
    },
    subscribers: (id) => sessions.get(id)?.subscribers.size ?? 0,
  };
}

function nowOf(flow: Flow, { now, variables }: State, seconds: number): SessionView['now'] {
  const node = now.kind === 'ended' ? undefined : nodeOf(flow, now.node);
  switch (node?.type) {
    case 'question':
      return { kind: 'question', choices: choicesOf(node) };
    case 'run_script':
      return { kind: 'script', script: node.script, seconds };
    case 'wait_for_webhook':
      return { kind: 'waiting', text: filled(node.text ?? '', variables), choices: choicesOf(node) };
    default:
      return { kind: 'ended' };
  }
}

function scriptEvent(step: number, outcome: ScriptOutcome, seconds: number): FlowEvent {
  switch (outcome.outcome) {
    case 'ran':
      return { kind: 'script_ran', step };
    case 'variables':
      return { kind: 'script_ran', step, variables: outcome.variables };
    case 'failed':
      return { kind: 'script_failed', step, why: failureWords(outcome, seconds) };
  }
}
