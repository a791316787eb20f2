// @ts-check
import { isSessionView, parsed } from './session-view.js';

/** @import { SessionView } from './session-view.js' */

/**
 * The outcome of a custom script.
 *
 * @typedef {{ outcome: 'ran' }
 *   | { outcome: 'variables', variables: Record<string, unknown> }
 *   | { outcome: 'failed', reason: 'threw' | 'too_slow' | 'returned_something_else', message?: string }} ScriptOutcome
 */

/**
 * `taken` is false where something else came first, and the view tells what. `gone`: no such session. `refused`: the
 * service does not take this. `unreachable`: no answer that makes sense.
 *
 * @typedef {{ view: SessionView, taken: boolean } | { problem: 'gone' | 'refused' | 'unreachable' }} Answered
 */

const ANSWER_WITHIN_MS = 15_000;

/** The widget API of the service at this address. No cookie goes there. */
export class SessionClient {
  #address;

  /** @param {string} address With a slash at the end. */
  constructor(address) {
    this.#address = address;
  }

  /** @param {string} chatbotId */
  async begin(chatbotId) {
    return this.#ask(`chatbot/${encodeURIComponent(chatbotId)}/sessions`, {});
  }

  /** @param {string} sessionId */
  async find(sessionId) {
    return this.#ask(session(sessionId));
  }

  /**
   * @param {string} sessionId
   * @param {number} step The one that asked.
   * @param {string} text
   */
  async answer(sessionId, step, text) {
    return this.#ask(`${session(sessionId)}/answer`, { step, text });
  }

  /**
   * @param {string} sessionId
   * @param {number} step The one that held the script.
   * @param {ScriptOutcome} outcome
   */
  async scriptOutcome(sessionId, step, outcome) {
    return this.#ask(`${session(sessionId)}/script-outcome`, { step, ...outcome });
  }

  /**
   * Nobody will go on with this session.
   *
   * @param {string} sessionId
   */
  async end(sessionId) {
    return this.#ask(`${session(sessionId)}/end`, {});
  }

  /**
   * Follows a session until it is closed. `onTrouble` is told `final` when the browser will not try again by itself.
   *
   * @param {string} sessionId
   * @param {(view: SessionView) => void} onView
   * @param {(final: boolean) => void} onTrouble
   * @returns {() => void} Closes it.
   */
  follow(sessionId, onView, onTrouble) {
    const events = new EventSource(`${this.#address}${session(sessionId)}/events`);
    events.addEventListener('message', ({ data }) => {
      const view = parsed(String(data));
      if (isSessionView(view)) onView(view);
    });
    events.addEventListener('error', () => onTrouble(events.readyState === EventSource.CLOSED));
    return () => events.close();
  }

  /**
   * @param {string} path
   * @param {object} [body] With one it is a POST.
   * @returns {Promise<Answered>}
   */
  async #ask(path, body) {
    try {
      const response = await fetch(this.#address + path, {
        ...(body && { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
        credentials: 'omit',
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      });
      const answer = parsed(await response.text());
      // 409 comes with the view that is true by now: another tab, or the webhook, was faster.
      if ((response.ok || response.status === 409) && isSessionView(answer)) {
        return { view: answer, taken: response.ok };
      }
      if (response.status === 404) return { problem: 'gone' };
      return { problem: response.status >= 400 && response.status < 500 ? 'refused' : 'unreachable' };
    } catch {
      return { problem: 'unreachable' };
    }
  }
}

/** @param {string} sessionId */
function session(sessionId) {
  return `chatbot/sessions/${encodeURIComponent(sessionId)}`;
}
