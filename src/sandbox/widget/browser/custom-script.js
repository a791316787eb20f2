// @ts-check
import { isRecord, parsed } from './session-view.js';
import { callSiteFunction } from './site-function.js';

/** @import { Script } from './session-view.js' */
/** @import { ScriptOutcome } from './session-client.js' */

const MESSAGE_LIMIT = 300;

/** @typedef {{ session_id: string, chatbot_id: string }} Ids */

/**
 * Runs a custom script of the bot (specification, section 6) away from the page, in a worker of its own, and does what
 * it returns. Both the script and the site's function have `seconds` each. Never rejects.
 *
 * @param {Script} step
 * @param {Ids} ids
 * @param {AbortSignal} signal Ends the worker; what comes then is of no use.
 * @returns {Promise<ScriptOutcome>}
 */
export async function runCustomScript({ script, seconds }, ids, signal) {
  try {
    const returned = await within(seconds, signal, (timed) => returnOf(script, ids, timed));
    if (!isRecord(returned)) return { outcome: 'failed', reason: 'returned_something_else' };
    const { type, variables, script: expression } = returned;
    if (type === 'set_variables' && isRecord(variables)) return { outcome: 'variables', variables };
    if (type !== 'run_script' || typeof expression !== 'string') {
      return { outcome: 'failed', reason: 'returned_something_else' };
    }
    await within(seconds, signal, async () => callSiteFunction(expression, ids));
    return { outcome: 'ran' };
  } catch (error) {
    if (error instanceof TooSlow) return { outcome: 'failed', reason: 'too_slow' };
    const message = wordsOf(error);
    return { outcome: 'failed', reason: 'threw', ...(message !== '' && { message }) };
  }
}

class TooSlow extends Error {}

/**
 * @template T
 * @param {number} seconds
 * @param {AbortSignal} outer
 * @param {(signal: AbortSignal) => Promise<T>} work
 * @returns {Promise<T>} Rejects with TooSlow when the time is over, whether or not the work listens to its signal.
 */
async function within(seconds, outer, work) {
  const over = new AbortController();
  const signal = AbortSignal.any([outer, over.signal]);
  const timer = setTimeout(() => over.abort(new TooSlow()), seconds * 1000);
  try {
    return await Promise.race([work(signal), rejection(signal)]);
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}

/**
 * @param {AbortSignal} signal
 * @returns {Promise<never>}
 */
async function rejection(signal) {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/**
 * The result of a script as a JSON value: undefined for what JSON cannot say.
 *
 * @param {string} script
 * @param {Ids} ids
 * @param {AbortSignal} signal
 * @returns {Promise<unknown>}
 */
async function returnOf(script, ids, signal) {
  const address = URL.createObjectURL(new Blob([workerSource(script, ids)], { type: 'text/javascript' }));
  const worker = new Worker(address);
  signal.addEventListener('abort', () => worker.terminate(), { once: true });
  try {
    return await new Promise((resolve, reject) => {
      worker.addEventListener('message', ({ data }) => {
        if (isRecord(data) && typeof data['threw'] === 'string') reject(new Error(data['threw']));
        else resolve(isRecord(data) && typeof data['json'] === 'string' ? parsed(data['json']) : undefined);
      });
      // Of what is no JavaScript, and of a page whose policy allows no worker.
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        reject(new Error(event.message || 'The script could not be started'));
      });
    });
  } finally {
    worker.terminate();
    URL.revokeObjectURL(address);
  }
}

/**
 * @param {string} script
 * @param {Ids} ids
 */
function workerSource(script, ids) {
  return `'use strict';
const script = (
${script}
);
(async () => {
  const tell = postMessage.bind(self);
  const words = (error) => { try { return String(error instanceof Error ? error.message : error); } catch { return ''; } };
  const json = (value) => { try { return JSON.stringify(value); } catch { return undefined; } };
  try {
    const returned = await script(${JSON.stringify(ids)});
    tell({ json: json(returned) });
  } catch (error) {
    tell({ threw: words(error) });
  }
})();`;
}

/** @param {unknown} error */
function wordsOf(error) {
  try {
    const words = error instanceof Error ? error.message : String(error);
    return words.slice(0, MESSAGE_LIMIT).toWellFormed();
  } catch {
    return '';
  }
}
