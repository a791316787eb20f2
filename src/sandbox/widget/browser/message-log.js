// @ts-check
import { button, element, icon } from './elements.js';

/** @import { Message, SessionView } from './session-view.js' */

/** So close to its end, in pixels, the log is read at its end. */
const AT_THE_END = 48;

/** The conversation so far, the newest at the bottom. It scrolls along unless its reader has scrolled up. */
export class MessageLog {
  #log = element('div', {
    class: 'log',
    role: 'log',
    'aria-live': 'polite',
    'aria-label': 'Conversation',
    tabindex: '0',
  });
  #jump = button({ class: 'jump', hidden: '' }, () => this.scrollToEnd(), icon('down'), 'New messages');
  #sessionId = '';
  #shown = 0;

  element = element('div', { class: 'log-frame' }, this.#log, this.#jump);

  constructor() {
    this.#log.addEventListener('scroll', () => {
      if (this.isAtEnd) this.#jump.hidden = true;
    });
  }

  /**
   * @param {SessionView} view
   * @param {boolean} replacesAnother
   */
  show(view, replacesAnother) {
    const follows = this.isAtEnd;
    if (view.session_id !== this.#sessionId) {
      this.#sessionId = view.session_id;
      this.#shown = 0;
      this.#log.replaceChildren();
      if (replacesAnother) this.#log.append(notice('Your earlier chat no longer exists. This is a new one.'));
    }
    const added = view.messages.filter(({ id }) => id > this.#shown);
    this.#shown = added.at(-1)?.id ?? this.#shown;
    this.#log.append(...added.map((message) => entry(message, view.bot_name)));
    const ownLast = added.at(-1)?.author === 'visitor';
    if (follows || ownLast) this.scrollToEnd();
    else if (added.length > 0) this.#jump.hidden = false;
  }

  focus() {
    this.#log.focus();
  }

  scrollToEnd() {
    const hadFocus = this.#jump.matches(':focus');
    this.#log.scrollTop = this.#log.scrollHeight;
    this.#jump.hidden = true;
    if (hadFocus) this.#log.focus();
  }

  get isAtEnd() {
    return this.#log.scrollHeight - this.#log.scrollTop - this.#log.clientHeight <= AT_THE_END;
  }
}

/**
 * @param {Message} message
 * @param {string} botName
 */
function entry({ author, text }, botName) {
  if (author === 'notice') return notice(text);
  const name = author === 'bot' ? botName : 'You';
  return element(
    'div',
    { class: `message ${author}` },
    element('span', { class: 'unseen' }, `${name}: `),
    // A stranger's text reads in its own direction, and its marks of direction end with it.
    element('p', { dir: 'auto' }, text),
  );
}

/** @param {string} text */
function notice(text) {
  return element('div', { class: 'message notice' }, element('p', { dir: 'auto' }, text));
}
