// @ts-check
import { button, element, icon } from './elements.js';

/** @import { Conversation } from './conversation.js' */

/** The most that the service takes for an answer. */
const ANSWER_LIMIT = 4000;

const NOT_TAKEN = 'Your answer was not taken: the chat had gone on already, or does not understand it.';

/** @type {Record<Conversation['connection'], string>} */
const CONNECTION = {
  none: '',
  beginning: '',
  live: '',
  lost: 'The connection is lost. Trying again …',
  unreachable: 'The chat cannot be reached right now.',
};
const NOT_SENT = 'The chat cannot be reached right now: your answer was not sent.';

/** The controls for what the visitor can do now: choose, write, wait, try again or start again. */
export class Footer {
  #conversation;
  #connection = element('p', { role: 'status' });
  #retry = button({ class: 'plain' }, () => void this.#conversation.retry(), 'Try again');
  #connectionBar = element('div', { class: 'connection', hidden: '' }, this.#connection, this.#retry);
  #trouble = element('p', { class: 'trouble', role: 'alert' });
  #waiting = element('p', { class: 'waiting', role: 'status' });
  #choices = element('div', { class: 'choices', role: 'group', 'aria-label': 'Your answer', hidden: '' });
  #text = element('textarea', {
    rows: '1',
    maxlength: String(ANSWER_LIMIT),
    placeholder: 'Write an answer',
    'aria-label': 'Your answer',
    dir: 'auto',
  });
  #send = element('button', { type: 'submit', class: 'send', 'aria-label': 'Send' }, icon('send'));
  #composer = element('form', { class: 'composer', hidden: '' }, this.#text, this.#send);
  #again = button({ class: 'primary' }, () => void this.#conversation.startAgain(), 'Start again');
  #ended = element('div', { class: 'ended', hidden: '' }, element('p', {}, 'This chat has ended.'), this.#again);
  /** The question whose choices are shown. */
  #asked = '';

  element = element(
    'div',
    { class: 'footer', tabindex: '-1' },
    this.#connectionBar,
    this.#waiting,
    this.#choices,
    this.#trouble,
    this.#composer,
    this.#ended,
  );

  /** @param {Conversation} conversation */
  constructor(conversation) {
    this.#conversation = conversation;
    this.#composer.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#answerWritten();
    });
    this.#text.addEventListener('keydown', (event) => {
      // While a word is being composed, as in Japanese, Enter only takes the word.
      if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      if (!event.repeat) void this.#answerWritten();
    });
  }

  /** The first thing to do, for the focus. */
  get control() {
    const [choice] = this.#choices.children;
    const candidates = [this.#text, choice, this.#again, this.#retry];
    return candidates.find((one) => one instanceof HTMLElement && one.checkVisibility());
  }

  show() {
    const focused = this.#focused();
    const { view, connection, sending, trouble } = this.#conversation;
    const now = view?.now;
    const connectionWords = trouble === 'not sent' ? NOT_SENT : CONNECTION[connection];
    set(this.#connection, connectionWords);
    this.#connectionBar.hidden = connectionWords === '';
    set(this.#trouble, trouble === 'not taken' ? NOT_TAKEN : '');
    set(this.#waiting, waitingWords(now, connection));

    const choices = now?.kind === 'question' || now?.kind === 'waiting' ? now.choices : [];
    this.#showChoices(`${view?.session_id} ${view?.step}`, choices);
    for (const choice of this.#choices.children) choice.setAttribute('aria-disabled', String(sending));

    const asksForText = now?.kind === 'question' && choices.length === 0;
    // What somebody has begun to write stays before them, whatever comes.
    this.#composer.hidden = !asksForText && (this.#text.value.trim() === '' || now?.kind === 'ended');
    this.#send.setAttribute('aria-disabled', String(sending || !asksForText));
    this.#ended.hidden = now?.kind !== 'ended';
    this.#keepFocus(focused);
  }

  /**
   * @param {string} question
   * @param {readonly string[]} choices
   */
  #showChoices(question, choices) {
    this.#choices.hidden = choices.length === 0;
    if (choices.length > 0 && question === this.#asked) return;
    this.#asked = question;
    this.#choices.replaceChildren(
      ...choices.map((choice) =>
        button({ class: 'choice', dir: 'auto' }, () => void this.#conversation.answer(choice), choice),
      ),
    );
  }

  async #answerWritten() {
    const text = this.#text.value;
    const { now } = this.#conversation.view ?? {};
    if (text.trim() === '' || now?.kind !== 'question' || now.choices.length > 0) return;
    const isTaken = await this.#conversation.answer(text.trim());
    if (isTaken && this.#text.value === text) {
      this.#text.value = '';
      this.show();
    }
  }

  /** The element in here that has the focus. */
  #focused() {
    return this.element.matches(':focus') ? this.element : this.element.querySelector(':focus');
  }

  /**
   * A control that goes away leaves its focus to what comes next; from a text, never to something that the next key presses.
   *
   * @param {Element | null} focused
   */
  #keepFocus(focused) {
    if (!focused || (focused !== this.element && focused.checkVisibility())) return;
    const { control } = this;
    if (control instanceof HTMLElement && (focused !== this.#text || control === this.#text)) control.focus();
    else this.element.focus();
  }
}

/**
 * Changes a text only where it is another one: what does not change is not read out again.
 *
 * @param {HTMLElement} place
 * @param {string} text
 */
function set(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

/**
 * @param {import('./session-view.js').Now | undefined} now
 * @param {Conversation['connection']} connection
 */
function waitingWords(now, connection) {
  if (connection === 'unreachable' || connection === 'lost') return '';
  if (!now || now.kind === 'script') return 'One moment …';
  return now.kind === 'waiting' ? now.text || 'One moment …' : '';
}
