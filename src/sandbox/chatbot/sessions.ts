import { randomBytes } from 'node:crypto';
import {
  advance,
  begin,
  beginWaiting,
  type ChatEvent,
  choicesOf,
  type Message,
  type Refusal,
  type Script,
  type State,
  stepOf,
} from '../script/script.ts';
import { filled, type Variables } from '../script/variables.ts';
import type { Bot, BotEndpoint, Shop } from '../world/world-records.ts';

/** A session as the page sees it. */
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
    /** To be run now. */
    | { readonly kind: 'script'; readonly script: string }
    /** For the webhook; with choices, the visitor may go on without it. */
    | { readonly kind: 'waiting'; readonly text: string; readonly choices: readonly string[] }
    | { readonly kind: 'ended' };
}

/** What became of an event from the page, and the session afterwards. */
export interface Reaction {
  readonly result: 'taken' | Refusal;
  readonly view: SessionView;
}

/** What became of the webhook's data. */
export type DeliveryResult = 'taken' | 'no_such_session' | 'ended' | 'too_large';

/** A listener to the changes of a session. */
export interface Follower {
  readonly changed: (view: SessionView) => void;
  /** There will be no more: the session was forgotten. */
  readonly closed: () => void;
}

/** The sessions of a service's chatbots. An id that is not known gives undefined. */
export interface ChatSessions {
  /** Throws when there is no such bot. */
  begin: (botId: string) => SessionView;
  view: (sessionId: string) => SessionView | undefined;
  /** The variables of the session's bot: set by scripts, answered by the visitor, brought by the webhook. */
  variables: (sessionId: string) => Variables | undefined;
  /** Lets what the page tells happen. */
  happen: (sessionId: string, event: ChatEvent) => Reaction | undefined;
  /** Hands data to a session of the bot: stored in the endpoint's attribute, and on at its node (section 4.5). */
  deliver: (bot: Bot, endpoint: BotEndpoint, sessionId: string, data: unknown) => DeliveryResult;
  /** Calls the follower at each change from now on, until what this returns is called. */
  follow: (sessionId: string, follower: Follower) => (() => void) | undefined;
}

/** The sessions that are kept. For one more, the one goes in which nothing has happened for longest. */
export const MAXIMUM_SESSIONS = 1000;

interface Session {
  readonly bot: Pick<Bot, 'botId' | 'name'>;
  /** The one it began with, whatever becomes of the bot's. */
  readonly script: Script;
  state: State;
  readonly followers: Set<Follower>;
}

/** Keeps the sessions of a world's bots; those of the world wait for the webhook from the start. */
export function createChatSessions(world: Shop): ChatSessions {
  // In the order of what happened last.
  const sessions = new Map<string, Session>();

  function add(id: string, { botId, name, script }: Bot, state: State): SessionView {
    const [oldest] = sessions;
    if (oldest !== undefined && sessions.size >= MAXIMUM_SESSIONS) {
      sessions.delete(oldest[0]);
      for (const follower of oldest[1].followers) follower.closed();
    }
    const session = { bot: { botId, name }, script, state, followers: new Set<Follower>() };
    sessions.set(id, session);
    return viewOf(id, session);
  }

  function happen(id: string, event: ChatEvent): Reaction | undefined {
    const session = sessions.get(id);
    if (session === undefined) return undefined;
    const after = advance(session.script, session.state, event);
    if (typeof after === 'string') return { result: after, view: viewOf(id, session) };
    session.state = after;
    sessions.delete(id);
    sessions.set(id, session);
    const view = viewOf(id, session);
    for (const follower of session.followers) follower.changed(view);
    return { result: 'taken', view };
  }

  for (const bot of world.bots) for (const id of bot.sessions) add(id, bot, beginWaiting(bot.script));

  return {
    begin: (botId) => {
      const bot = world.bots.find((bot) => bot.botId === botId);
      if (bot === undefined) throw new Error(`There is no bot ${botId}`);
      return add(`session-${randomBytes(16).toString('hex')}`, bot, begin(bot.script));
    },
    view: (id) => {
      const session = sessions.get(id);
      return session && viewOf(id, session);
    },
    variables: (id) => sessions.get(id)?.state.variables,
    happen,
    deliver: (bot, { attribute, node }, id, data) => {
      if (sessions.get(id)?.bot.botId !== bot.botId) return 'no_such_session';
      const result = happen(id, { kind: 'delivery', attribute, data, node })?.result;
      return result === 'taken' || result === 'too_large' ? result : 'ended';
    },
    follow: (id, follower) => {
      const followers = sessions.get(id)?.followers.add(follower);
      return followers && (() => void followers.delete(follower));
    },
  };
}

function viewOf(id: string, { bot, script, state }: Session): SessionView {
  const { step, messages } = state;
  return { session_id: id, chatbot_id: bot.botId, bot_name: bot.name, step, messages, now: nowOf(script, state) };
}

function nowOf(script: Script, state: State): SessionView['now'] {
  const step = stepOf(script, state);
  if (step === undefined) return { kind: 'ended' };
  if ('run_script' in step) return { kind: 'script', script: step.run_script };
  const choices = Object.keys(choicesOf(step) ?? {});
  if ('wait' in step) return { kind: 'waiting', text: filled(step.wait, state.variables), choices };
  return { kind: 'question', choices };
}
