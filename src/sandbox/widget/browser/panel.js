// @ts-check
import { button, element, icon } from './elements.js';
import { Footer } from './footer.js';
import { MessageLog } from './message-log.js';

/** @import { Conversation } from './conversation.js' */

/**
 * The widths at which the panel fills the screen, and the page behind it is out of reach: beside it, a page would have less than the
 * 320 pixels of a phone. The style sheet has the same line.
 */
const FULL_SCREEN = '(max-width: 743px), (max-height: 480px)';

/** @typedef {'closed' | 'beside the page' | 'over the page'} Place */

/** The conversation as the visitor sees it: a bubble that opens a panel. */
export class Panel {
  #conversation;
  #onPlace;
  #log = new MessageLog();
  #footer;
  #name = element('h2', { id: 'name', dir: 'auto' }, 'Chat');
  #dialog;
  #count = element('span', { class: 'count', 'aria-hidden': 'true', hidden: '' });
  #bubble = button({ class: 'bubble', 'aria-haspopup': 'dialog' }, () => this.open(), icon('chat'), this.#count);
  /** Says what the number on the bubble shows. */
  #news = element('p', { class: 'unseen', role: 'status' });
  #screen = matchMedia(FULL_SCREEN);

  /**
   * @param {Conversation} conversation
   * @param {(place: Place) => void} onPlace
   */
  constructor(conversation, onPlace) {
    this.#conversation = conversation;
    this.#onPlace = onPlace;
    this.#footer = new Footer(conversation);
    const again = button(
      { class: 'icon', 'aria-label': 'Start again', title: 'Start again' },
      () => void conversation.startAgain(),
      icon('again'),
    );
    const close = button(
      { class: 'icon', 'aria-label': 'Close the chat', title: 'Close' },
      () => this.close(),
      icon('close'),
    );
    this.#dialog = element(
      'dialog',
      { 'aria-labelledby': 'name' },
      element('div', { class: 'header' }, this.#name, again, close),
      this.#log.element,
      this.#footer.element,
    );
    this.#dialog.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      event.preventDefault();
      event.stopPropagation();
      this.close();
    });
    // The browser closes a dialog by itself, too: by a gesture to go back, for one.
    this.#dialog.addEventListener('close', () => this.#closed());
    this.#screen.addEventListener('change', () => {
      if (!this.isOpen) return;
      const focused = this.#dialog.querySelector(':focus');
      this.#showDialog();
      this.#onPlace(this.#place);
      if (focused instanceof HTMLElement) focused.focus();
    });
    this.elements = [this.#dialog, this.#bubble, this.#news];
    this.show();
  }

  get isOpen() {
    return this.#dialog.open;
  }

  get fillsScreen() {
    return this.#screen.matches;
  }

  /** @returns {Place} */
  get #place() {
    if (!this.isOpen) return 'closed';
    return this.fillsScreen ? 'over the page' : 'beside the page';
  }

  open() {
    this.#showDialog();
    this.#opened();
    this.#takeFocus();
  }

  /** Opens beside the page, as it was before a reload: the focus is the page's. */
  openAgain() {
    this.#dialog.toggleAttribute('open', true);
    this.#opened();
  }

  close() {
    this.#dialog.close();
  }

  show() {
    const { view, unread, replacesAnother } = this.#conversation;
    if (view) {
      this.#name.textContent = view.bot_name;
      this.#log.show(view, replacesAnother);
    }
    const readsTheEnd = this.#log.isAtEnd;
    this.#footer.show();
    // What can be done now may take more room than before.
    if (readsTheEnd) this.#log.scrollToEnd();
    if (this.isOpen) this.#conversation.markSeen();
    this.#showUnread(this.isOpen ? 0 : unread);
  }

  #opened() {
    this.#bubble.hidden = true;
    this.#onPlace(this.#place);
    this.show();
    this.#log.scrollToEnd();
  }

  /** @param {number} unread */
  #showUnread(unread) {
    const words = unread === 0 ? '' : `${unread} new ${unread === 1 ? 'message' : 'messages'}`;
    this.#count.textContent = unread > 99 ? '99+' : String(unread);
    this.#count.hidden = unread === 0;
    this.#bubble.setAttribute('aria-label', words === '' ? 'Open the chat' : `Open the chat, ${words}`);
    if (this.#news.textContent !== words) this.#news.textContent = words;
  }

  #showDialog() {
    // Closed and opened in one go, it tells nobody: `close` looks whether it is open.
    if (this.isOpen) this.#dialog.close();
    if (this.fillsScreen) this.#dialog.showModal();
    else this.#dialog.show();
  }

  #takeFocus() {
    const { control } = this.#footer;
    if (control instanceof HTMLElement) control.focus();
    else this.#footer.element.focus();
  }

  #closed() {
    if (this.isOpen) return;
    this.#bubble.hidden = false;
    this.#onPlace(this.#place);
    this.show();
    this.#bubble.focus();
  }
}
