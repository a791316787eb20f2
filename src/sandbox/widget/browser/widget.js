// @ts-check
import { Conversation } from './conversation.js';
import { element } from './elements.js';
import { Panel } from './panel.js';
import { Memory } from './remembered.js';
import { SessionClient } from './session-client.js';

/**
 * The chat widget. A site embeds it with one line:
 * `<script type="module" src="{service}/widget/widget.js" data-chatbot-id="bot-…"></script>`
 */
const own = [...document.scripts].find(({ src }) => src === import.meta.url);
const chatbotId = own?.dataset['chatbotId'];
if (chatbotId) embed(chatbotId);
else console.error('Chat widget: the script element needs the attribute data-chatbot-id with the id of the bot.');

/** @param {string} chatbotId */
function embed(chatbotId) {
  const memory = new Memory(chatbotId);
  const service = new SessionClient(new URL('../', import.meta.url).href);
  /** @type {Panel | undefined} */
  let panel;
  const conversation = new Conversation(service, memory, chatbotId, () => panel?.show());
  const host = document.createElement('chat-widget');
  panel = new Panel(conversation, (place) => {
    // For the site's styles: beside a panel, a page can leave room for it.
    if (place === 'closed') host.removeAttribute('panel');
    else host.setAttribute('panel', place);
    memory.isOpen = place !== 'closed';
    if (memory.isOpen) void conversation.open();
  });
  const shown = panel;
  const root = host.attachShadow({ mode: 'open' });
  const styles = element('link', { rel: 'stylesheet', href: new URL('./widget.css', import.meta.url).href });
  const begin = () => {
    root.append(...shown.elements);
    conversation.resume();
    // A panel that fills the screen would be in the way of the page that was just asked for.
    if (memory.isOpen && !shown.fillsScreen) shown.openAgain();
  };
  styles.addEventListener('load', begin, { once: true });
  // Plain, but there.
  styles.addEventListener('error', begin, { once: true });
  root.append(styles);
  document.body.append(host);

  document.addEventListener('visibilitychange', () => {
    if (document.hidden) conversation.pause();
    else conversation.resume();
  });
  addEventListener('online', () => conversation.comeBack());
}
