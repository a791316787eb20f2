// @ts-check
import { runCustomScript } from './custom-script.js';

/**
 * A session as the service tells it: all of it, each time.
 *
 * @typedef {object} SessionView
 * @property {string} session_id
 * @property {string} chatbot_id
 * @property {string} bot_name
 * @property {number} step
 * @property {{ author: 'bot' | 'visitor' | 'notice', text: string }[]} messages
 * @property {{ kind: 'question' | 'script' | 'waiting' | 'ended', choices?: string[], text?: string, script?: string }} now
 */

const UNREACHABLE = 'The chat cannot be reached. It goes on when the service answers again.';

const log = element('log');
const controls = element('controls');
const status = element('status');
const choices = element('choices');
const composer = element('composer');
const field = composer.querySelector('input');
/** @type {EventSource | undefined} */
let events;
/** @type {SessionView | undefined} */
let view;
/** How many of its messages are in the log. */
let logged = 0;
/** The session and the step whose script runs. */
let running = '';

element('again').addEventListener('click', () => void begin());
composer.addEventListener('submit', (event) => {
  event.preventDefault();
  if (field && field.value.trim() !== '') void answer(field.value.trim());
});
addEventListener('hashchange', () => location.reload());

// The address names the session: a reload, and another tab with this address, go on with it.
if (location.hash === '') await begin();
else follow(location.hash.slice(1));

/** @param {string} [notice] Said at the top of the new conversation. */
async function begin(notice) {
  const response = await post('sessions', {});
  if (!response) return;
  const begun = viewOf(await response.text());
  history.replaceState(null, '', `#${begun.session_id}`);
  log.replaceChildren(...(notice === undefined ? [] : [entry({ author: 'notice', text: notice }, '')]));
  logged = 0;
  view = undefined;
  show(begun);
  follow(begun.session_id);
}

/** @param {string} sessionId */
function follow(sessionId) {
  events?.close();
  const source = new EventSource(`../sessions/${encodeURIComponent(sessionId)}/events`);
  events = source;
  source.addEventListener('message', ({ data }) => show(viewOf(String(data))));
  source.addEventListener('error', () => {
    if (source.readyState === EventSource.CLOSED) void begin('Your earlier chat no longer exists. This is a new one.');
    else status.textContent = UNREACHABLE;
  });
}

/** @param {string} json */
function viewOf(json) {
  /** @type {unknown} */
  const value = JSON.parse(json);
  if (!isView(value)) throw new Error('This is no session');
  return value;
}

/**
 * Takes the word of the page's own service for the rest of it.
 *
 * @param {unknown} value
 * @returns {value is SessionView}
 */
function isView(value) {
  return typeof value === 'object' && value !== null && 'messages' in value && 'now' in value;
}

/** @param {SessionView} shown */
function show(shown) {
  if (view && shown.step < view.step) return;
  view = shown;
  const { session_id, chatbot_id, bot_name, step, messages, now } = shown;
  element('name').textContent = bot_name;
  element('session-id').textContent = session_id;
  element('chatbot-id').textContent = chatbot_id;
  log.append(...messages.slice(logged).map((message) => entry(message, bot_name)));
  logged = messages.length;

  const hadFocus = controls.contains(document.activeElement);
  status.textContent = wordsOf(now);
  choices.replaceChildren(...(now.choices ?? []).map(choiceButton));
  composer.hidden = now.kind !== 'question' || now.choices?.length !== 0;
  // Not before the controls have their height.
  log.scrollTop = log.scrollHeight;
  // A control that goes away leaves its focus to what comes next.
  if (hadFocus) (composer.hidden ? (choices.querySelector('button') ?? controls) : (field ?? controls)).focus();

  if (now.kind === 'script' && running !== `${session_id} ${step}`) void runScript(shown);
}

/** @param {SessionView['now']} now */
function wordsOf({ kind, text }) {
  if (kind === 'ended') return 'This chat has ended.';
  if (kind === 'script') return 'One moment …';
  return text ?? '';
}

/**
 * Text goes in as text, never as markup.
 *
 * @param {SessionView['messages'][number]} message
 * @param {string} botName
 */
function entry({ author, text }, botName) {
  const made = document.createElement('div');
  made.className = author;
  const words = document.createElement('p');
  words.dir = 'auto';
  words.textContent = text;
  made.append(words);
  if (author === 'notice') return made;
  // Who speaks is seen by the side, and has to be heard, too.
  const name = document.createElement('span');
  name.className = 'unseen';
  name.textContent = `${author === 'bot' ? botName : 'You'}: `;
  made.prepend(name);
  return made;
}

/** @param {string} choice */
function choiceButton(choice) {
  const made = document.createElement('button');
  made.type = 'button';
  made.dir = 'auto';
  made.textContent = choice;
  made.addEventListener('click', () => void answer(choice));
  return made;
}

/** @param {string} text */
async function answer(text) {
  if (!view) return;
  const response = await post(`../sessions/${view.session_id}/answer`, { step: view.step, text });
  if (!response) return;
  if (response.ok && field) field.value = '';
  // Another tab, or the webhook, may have been faster; then the conversation shows what came of it.
  else status.textContent = 'Your answer was not taken: the chat had already continued.';
}

/** @param {SessionView} shown */
async function runScript({ session_id, chatbot_id, step, now }) {
  running = `${session_id} ${step}`;
  const outcome = await runCustomScript(now.script ?? '', { session_id, chatbot_id });
  const path = `../sessions/${session_id}/script-outcome`;
  const response = await post(path, { step, ...outcome });
  const isTooMuch = response?.status === 400 || response?.status === 413;
  if (isTooMuch) await post(path, { step, failed: 'it returned something that this chat cannot hold' });
}

/**
 * @param {string} path
 * @param {object} body
 * @returns {Promise<Response | undefined>} The answer, or nothing where the service gave none.
 */
async function post(path, body) {
  const headers = { 'Content-Type': 'application/json' };
  try {
    return await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  } catch {
    status.textContent = UNREACHABLE;
    return undefined;
  }
}

/** @param {string} id */
function element(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no ${id}`);
  return found;
}
