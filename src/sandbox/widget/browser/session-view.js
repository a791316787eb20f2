// @ts-check

/**
 * A session as the service tells it: all of it, each time.
 *
 * @typedef {object} Message
 * @property {number} id
 * @property {'bot' | 'visitor' | 'notice'} author
 * @property {string} text
 *
 * @typedef {{ kind: 'question', choices: string[] }} Question An empty list of choices asks for free text.
 * @typedef {{ kind: 'script', script: string, seconds: number }} Script
 * @typedef {{ kind: 'waiting', text: string, choices: string[] }} Waiting With choices, one need not wait.
 * @typedef {{ kind: 'ended' }} Ended
 * @typedef {Question | Script | Waiting | Ended} Now
 *
 * @typedef {object} SessionView
 * @property {string} session_id
 * @property {string} chatbot_id
 * @property {string} bot_name
 * @property {number} step Grows with every change of what is awaited.
 * @property {Message[]} messages
 * @property {Now} now
 */

/**
 * Whether this came from a service that speaks as this widget does.
 *
 * @param {unknown} value
 * @returns {value is SessionView}
 */
export function isSessionView(value) {
  return (
    isRecord(value) &&
    typeof value['session_id'] === 'string' &&
    typeof value['chatbot_id'] === 'string' &&
    typeof value['bot_name'] === 'string' &&
    typeof value['step'] === 'number' &&
    Array.isArray(value['messages']) &&
    value['messages'].every(isMessage) &&
    isNow(value['now'])
  );
}

/**
 * An object with keys: neither a list nor null.
 *
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
export function isRecord(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @param {unknown} value */
function isMessage(value) {
  return (
    isRecord(value) &&
    typeof value['id'] === 'number' &&
    typeof value['text'] === 'string' &&
    (value['author'] === 'bot' || value['author'] === 'visitor' || value['author'] === 'notice')
  );
}

/** @param {unknown} value */
function isNow(value) {
  if (!isRecord(value)) return false;
  switch (value['kind']) {
    case 'question':
      return areTexts(value['choices']);
    case 'script':
      return typeof value['script'] === 'string' && typeof value['seconds'] === 'number';
    case 'waiting':
      return typeof value['text'] === 'string' && areTexts(value['choices']);
    default:
      return value['kind'] === 'ended';
  }
}

/** @param {unknown} value */
function areTexts(value) {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

/**
 * Parses a text as JSON; undefined where it is none.
 *
 * @param {string} text
 * @returns {unknown}
 */
export function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
