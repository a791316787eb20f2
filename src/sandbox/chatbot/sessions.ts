import { randomBytes } from 'node:crypto';
import type { Bot, BotEndpoint, Shop } from '../world/types.ts';
import { advance, begin, type FlowEvent, type Message, type Outcome, type State } from './engine.ts';
import { type Flow, nodeOf } from './flow.ts';
import { failureWords, type ScriptOutcome } from './script-outcome.ts';
import { filled, type Variables } from './variables.ts';

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
    | { readonly kind: 'waiting'; readonly text: string }
    | { readonly kind: 'ended' };
}

/** What became of an input from the widget, and the session afterwards. */
export interface Reaction {
  readonly result: Outcome['result'];
  readonly view: SessionView;
}

/** What became of the webhook's data. */
export type DeliveryResult = 'taken' | 'no_such_session' | 'ended' | 'too_large';

/** The running and ended sessions of a service. An id that is not known gives undefined. */
export interface Sessions {
  /** Throws when there is no such bot. */
  begin: (botId: string) => SessionView;
  view: (sessionId: string) => SessionView | undefined;
  /** What the session's bot knows: what scripts have set, what was answered, what the webhook brought. */
  variables: (sessionId: string) => Variables | undefined;
  answer: (sessionId: string, step: number, text: string) => Reaction | undefined;
  scriptOutcome: (sessionId: string, step: number, outcome: ScriptOutcome) => Reaction | undefined;
  /** Hands data to a session of the bot: stored in the endpoint's attribute, and on at its node (section 4.5). */
  deliver: (bot: Bot, endpoint: BotEndpoint, sessionId: string, data: unknown) => DeliveryResult;
  /** Tells each change of a session from now on, until what it answers is called, or until the session is forgotten. */
  subscribe: (sessionId: string, subscriber: Subscriber) => (() => void) | undefined;
  /** How many are told the changes of a session. */
  subscribers: (sessionId: string) => number;
}

/** Who wants to know the changes of a session. */
export interface Subscriber {
  changed: (view: SessionView) => void;
  /** There will be no more: the session was forgotten. */
  forgotten: () => void;
}

/** The sessions that are kept; for one more, the oldest that ended goes, or the oldest. */
export const MAXIMUM_SESSIONS = 1000;

interface Session {
  readonly bot: Pick<Bot, 'botId' | 'name'>;
  /** The one it began with, whatever becomes of the bot's. */
  readonly flow: Flow;
  state: State;
  readonly subscribers: Set<Subscriber>;
}

/** Keeps the sessions of a world's bots; those of the world wait for the webhook from the start. */
export function createSessions(world: Shop, scriptSeconds: number): Sessions {
  const sessions = new Map<string, Session>();

  const add = (id: string, { botId, name, flow }: Bot, node?: string): Session => {
    if (sessions.size >= MAXIMUM_SESSIONS) forgetOne();
    const session = { bot: { botId, name }, flow, state: begin(flow, node), subscribers: new Set<Subscriber>() };
    sessions.set(id, session);
    return session;
  };

  const forgetOne = (): void => {
    const all = [...sessions];
    const oldest = all.find(([, { state }]) => state.now.kind === 'ended') ?? all[0];
    if (oldest === undefined) return;
    const [id, { subscribers }] = oldest;
    sessions.delete(id);
    for (const subscriber of subscribers) subscriber.forgotten();
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
    if (result === 'taken') for (const subscriber of session.subscribers) subscriber.changed(view);
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
    deliver: (bot, { attribute, node }, id, data) => {
      const session = sessions.get(id);
      if (session?.bot.botId !== bot.botId) return 'no_such_session';
      const { result } = happen(id, session, { kind: 'delivery', attribute, data, node });
      return result === 'taken' || result === 'too_large' ? result : 'ended';
    },
    subscribe: (id, subscriber) => {
      const session = sessions.get(id);
      session?.subscribers.add(subscriber);
      return session && (() => void session.subscribers.delete(subscriber));
    },
    subscribers: (id) => sessions.get(id)?.subscribers.size ?? 0,
  };
}

function nowOf(flow: Flow, { now, variables }: State, seconds: number): SessionView['now'] {
  const node = now.kind === 'ended' ? undefined : nodeOf(flow, now.node);
  switch (node?.type) {
    case 'question':
      return { kind: 'question', choices: node.choices ?? [] };
    case 'run_script':
      return { kind: 'script', script: node.script, seconds };
    case 'wait_for_webhook':
      return { kind: 'waiting', text: filled(node.text ?? '', variables) };
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
