// @ts-check
import { isRecord, parsed } from './session-view.js';

/**
 * Values that outlive a page. A visitor whose browser keeps nothing for this site has it until the page goes.
 *
 * @typedef {object} Remembered
 * @property {string} sessionId
 * @property {number} seen The id of the newest message that the visitor had before them; 0 for none.
 */

/** The memory of one chatbot's widget: the session for all tabs, whether the panel is open for this one. */
export class Memory {
  #sessionKey;
  #openKey;
  /** @type {Map<string, string>} */
  #page = new Map();

  /** @param {string} chatbotId */
  constructor(chatbotId) {
    this.#sessionKey = `chat-widget:${chatbotId}:session`;
    this.#openKey = `chat-widget:${chatbotId}:open`;
  }

  /** @returns {Remembered | undefined} */
  get session() {
    const kept = parsed(this.#read('localStorage', this.#sessionKey) ?? '');
    if (!isRecord(kept)) return undefined;
    const { sessionId, seen } = kept;
    return typeof sessionId === 'string' && typeof seen === 'number' ? { sessionId, seen } : undefined;
  }

  set session(remembered) {
    this.#write('localStorage', this.#sessionKey, remembered && JSON.stringify(remembered));
  }

  get isOpen() {
    return this.#read('sessionStorage', this.#openKey) === 'yes';
  }

  set isOpen(open) {
    this.#write('sessionStorage', this.#openKey, open ? 'yes' : undefined);
  }

  /**
   * Tells when another tab has changed the session.
   *
   * @param {() => void} listener
   */
  onChangeElsewhere(listener) {
    addEventListener('storage', ({ key }) => {
      if (key === this.#sessionKey || key === null) listener();
    });
  }

  /**
   * @param {'localStorage' | 'sessionStorage'} storage
   * @param {string} key
   */
  #read(storage, key) {
    try {
      return window[storage].getItem(key) ?? this.#page.get(key);
    } catch {
      return this.#page.get(key);
    }
  }

  /**
   * @param {'localStorage' | 'sessionStorage'} storage
   * @param {string} key
   * @param {string | undefined} text
   */
  #write(storage, key, text) {
    try {
      if (text === undefined) window[storage].removeItem(key);
      else window[storage].setItem(key, text);
    } catch {
      if (text === undefined) this.#page.delete(key);
      else this.#page.set(key, text);
    }
  }
}
