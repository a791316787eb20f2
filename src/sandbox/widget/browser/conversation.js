// @ts-check
import { runCustomScript } from './custom-script.js';

/** @import { SessionView } from './session-view.js' */
/** @import { SessionClient } from './session-client.js' */
/** @import { Memory } from './remembered.js' */

/**
 * The state of the connection to the service. `lost`: the browser tries again by itself. `unreachable`: only the visitor can.
 *
 * @typedef {'none' | 'beginning' | 'live' | 'lost' | 'unreachable'} Connection
 */

/** @type {import('./session-client.js').ScriptOutcome} */
const UNDERSTOOD_BY_NOBODY = { outcome: 'failed', reason: 'returned_something_else' };

/** A visitor's conversation with one chatbot. It goes on in other tabs, on other pages and after a reload. */
export class Conversation {
  #service;
  #memory;
  #chatbotId;
  #onChange;
  /** @type {string | undefined} */
  #sessionId;
  /** Closes what is followed. */
  #unfollow = () => {};
  /** @type {{ readonly step: number, readonly abort: AbortController } | undefined} */
  #running;

  /** @type {SessionView | undefined} */
  view;
  /** @type {Connection} */
  connection = 'none';
  /** Whether an answer is on its way. */
  sending = false;
  /** Why the last answer is not in the conversation. @type {'' | 'not sent' | 'not taken'} */
  trouble = '';
  /** Whether this conversation is here because the one before it no longer exists. */
  replacesAnother = false;

  /**
   * @param {SessionClient} service
   * @param {Memory} memory
   * @param {string} chatbotId
   * @param {() => void} onChange
   */
  constructor(service, memory, chatbotId, onChange) {
    this.#service = service;
    this.#memory = memory;
    this.#chatbotId = chatbotId;
    this.#onChange = onChange;
    memory.onChangeElsewhere(() => {
      this.resume();
      // What was read there is no news here.
      this.#onChange();
    });
  }

  /** The number of messages of the bot since the visitor last looked. */
  get unread() {
    const seen = this.#memory.session?.seen ?? 0;
    return this.view?.messages.filter(({ id, author }) => author !== 'visitor' && id > seen).length ?? 0;
  }

  /** The visitor has everything before them. */
  markSeen() {
    const newest = this.view?.messages.at(-1)?.id;
    const remembered = this.#memory.session;
    if (!remembered || newest === undefined) return;
    const { sessionId, seen } = remembered;
    if (sessionId === this.#sessionId && seen < newest) this.#memory.session = { sessionId, seen: newest };
  }

  /** Follows the session that is remembered, if there is one: after a reload, or because another tab began it. */
  resume() {
    const remembered = this.#memory.session;
    if (!remembered || (remembered.sessionId === this.#sessionId && this.connection !== 'none')) return;
    if (remembered.sessionId !== this.#sessionId) this.#forget();
    this.#follow(remembered.sessionId);
  }

  /** Stops listening while nobody can see the page: a browser has few connections for all of its tabs. */
  pause() {
    if (this.#sessionId === undefined) return;
    this.#unfollow();
    this.connection = 'none';
  }

  /** Goes on with the session that is remembered, or begins one. */
  async open() {
    this.resume();
    if (this.#sessionId === undefined) await this.#begin();
  }

  /** Leaves this session for good and begins another. */
  async startAgain() {
    if (this.connection === 'beginning') return;
    const left = this.#sessionId;
    this.#forget();
    this.replacesAnother = false;
    await this.#begin();
    // Not before there is another: other tabs, and a reload, go on with this one until then.
    if (left !== undefined && this.#sessionId !== undefined) await this.#service.end(left);
  }

  /** The browser says that it is in the network again. The first requests may still fail: whoever follows tries again. */
  comeBack() {
    if (this.connection !== 'lost' && this.connection !== 'unreachable') return;
    if (this.#sessionId === undefined) void this.#begin();
    else this.#follow(this.#sessionId);
  }

  /** Tries again what could not be reached. */
  async retry() {
    const id = this.#sessionId;
    if (id === undefined) return this.#begin();
    this.#unfollow();
    const found = await this.#service.find(id);
    if (id !== this.#sessionId) return;
    if ('view' in found) {
      this.#take(found.view);
      this.#follow(id);
    } else if (found.problem === 'gone') await this.#beginAnew();
    else this.#change('unreachable');
  }

  /**
   * Answers the question that is asked now, or says that one will not wait.
   *
   * @param {string} text
   * @returns {Promise<boolean>} Whether it is in the conversation.
   */
  async answer(text) {
    const { view } = this;
    if ((view?.now.kind !== 'question' && view?.now.kind !== 'waiting') || this.sending) return false;
    this.sending = true;
    this.trouble = '';
    this.#onChange();
    const answered = await this.#service.answer(view.session_id, view.step, text);
    this.sending = false;
    if (view.session_id !== this.#sessionId) return false;
    if ('view' in answered) {
      if (!answered.taken) this.trouble = 'not taken';
      this.#take(answered.view);
      return answered.taken;
    }
    if (answered.problem === 'gone') {
      await this.#beginAnew();
      return false;
    }
    this.trouble = answered.problem === 'refused' ? 'not taken' : 'not sent';
    // A browser may take long to see that what it listens to is silent.
    if (answered.problem === 'unreachable' && this.connection === 'live') this.connection = 'unreachable';
    this.#onChange();
    return false;
  }

  async #begin() {
    if (this.connection === 'beginning') return;
    this.#change('beginning');
    const begun = await this.#service.begin(this.#chatbotId);
    if (!('view' in begun)) {
      this.#change('unreachable');
      return;
    }
    this.#memory.session = { sessionId: begun.view.session_id, seen: 0 };
    this.#sessionId = begun.view.session_id;
    this.#take(begun.view);
    this.#follow(begun.view.session_id);
  }

  /** The session no longer exists. A new one begins where the visitor sees it, or once they open the panel. */
  async #beginAnew() {
    this.#forget();
    this.#memory.session = undefined;
    this.replacesAnother = true;
    if (this.#memory.isOpen) await this.#begin();
    else this.#onChange();
  }

  /** @param {string} id */
  #follow(id) {
    this.#unfollow();
    this.#sessionId = id;
    if (this.connection === 'none') this.connection = 'live';
    this.#unfollow = this.#service.follow(
      id,
      (view) => this.#take(view),
      (final) => {
        if (final) void this.retry();
        else this.#change('lost');
      },
    );
  }

  #forget() {
    this.#unfollow();
    this.#running?.abort.abort();
    this.#running = undefined;
    this.#sessionId = undefined;
    this.view = undefined;
    this.trouble = '';
    this.connection = 'none';
  }

  /** @param {SessionView} view */
  #take(view) {
    if (view.session_id !== this.#sessionId) return;
    const { view: known } = this;
    const isOlder =
      known && (view.step < known.step || (view.step === known.step && view.messages.length < known.messages.length));
    if (!isOlder) this.view = view;
    // It can be sent now.
    if (this.trouble === 'not sent') this.trouble = '';
    this.#change('live');
    void this.#runScript();
  }

  async #runScript() {
    const { view } = this;
    if (!view || view.step === this.#running?.step) return;
    this.#running?.abort.abort();
    this.#running = undefined;
    if (view.now.kind !== 'script') return;
    const { session_id, chatbot_id, step, now } = view;
    const running = { step, abort: new AbortController() };
    this.#running = running;
    const outcome = await runCustomScript(now, { session_id, chatbot_id }, running.abort.signal);
    if (running.abort.signal.aborted) return;
    let answered = await this.#service.scriptOutcome(session_id, step, outcome);
    // Variables that the service cannot hold are something else, too.
    if ('problem' in answered && answered.problem === 'refused') {
      answered = await this.#service.scriptOutcome(session_id, step, UNDERSTOOD_BY_NOBODY);
    }
    if (this.#running !== running) return;
    // From here on the same step may be run again: after a reload it would be, too.
    this.#running = undefined;
    if ('view' in answered) this.#take(answered.view);
    else if (answered.problem === 'gone') await this.#beginAnew();
    else this.#change('unreachable');
  }

  /** @param {Connection} connection */
  #change(connection) {
    this.connection = connection;
    this.#onChange();
  }
}
