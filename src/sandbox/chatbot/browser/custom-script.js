// @ts-check

/** A script, and the function of the site that it calls, may each take so long. */
const SECONDS = 5;
const NOT_UNDERSTOOD = 'it returned something that this chat does not understand';

/** A call of a function by its dotted name, with nothing or with the two ids. No other code. */
const CALL = /^\s*(?:window\.)?(?<path>[\w$]+(?:\.[\w$]+)*)\s*\(\s*(?:\{[\s\w,]*\})?\s*\)\s*;?\s*$/;

/**
 * The outcome of a script: variables to set, or why it failed.
 *
 * @typedef {{ variables?: Record<string, unknown>, failed?: string }} Outcome
 * @typedef {{ session_id: string, chatbot_id: string }} Ids
 */

/**
 * Runs a custom script of the bot (specification, section 6) away from the page, in a worker of its own, and does what
 * it returns. Never rejects.
 *
 * @param {string} script
 * @param {Ids} ids
 * @returns {Promise<Outcome>}
 */
export async function runCustomScript(script, ids) {
  try {
    const { type, variables, script: call } = await returnOf(script, ids);
    if (type === 'set_variables' && isRecord(variables)) return { variables };
    if (type !== 'run_script' || typeof call !== 'string') return { failed: NOT_UNDERSTOOD };
    await inTime(callSiteFunction(call, ids));
    return {};
  } catch (error) {
    return { failed: error instanceof TooSlow ? `it took longer than ${SECONDS} seconds` : wordsOf(error) };
  }
}

class TooSlow extends Error {}

/**
 * @template T
 * @param {Promise<T>} work
 * @returns {Promise<T>} Rejects with TooSlow when the time is over.
 */
async function inTime(work) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const over = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new TooSlow()), SECONDS * 1000);
  });
  try {
    await Promise.race([work, over]);
    return await work;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * What a script returns, as far as JSON can say it.
 *
 * @param {string} script
 * @param {Ids} ids
 * @returns {Promise<Record<string, unknown>>}
 */
async function returnOf(script, ids) {
  const source = `(async () => {
  const returned = await (${script}\n)(${JSON.stringify(ids)});
  postMessage(JSON.stringify({ returned }));
})().catch((error) => postMessage(JSON.stringify({ threw: error instanceof Error ? error.message : String(error) })));`;
  const address = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const worker = new Worker(address);
  try {
    /** @type {Promise<string>} */
    const message = new Promise((resolve, reject) => {
      worker.addEventListener('message', ({ data }) => resolve(String(data)));
      // Of what is no JavaScript.
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        reject(new Error(event.message));
      });
    });
    /** @type {unknown} */
    const told = JSON.parse(await inTime(message));
    if (!isRecord(told)) return {};
    if (typeof told['threw'] === 'string') throw new Error(told['threw']);
    return isRecord(told['returned']) ? told['returned'] : {};
  } finally {
    worker.terminate();
    URL.revokeObjectURL(address);
  }
}

/**
 * Calls the function of the site that a call expression names, as `site.handOver({ session_id, chatbot_id })`. Nothing is
 * evaluated: the name is looked up.
 *
 * @param {string} expression
 * @param {Ids} ids
 */
async function callSiteFunction(expression, ids) {
  const path = CALL.exec(expression)?.groups?.['path'];
  if (path === undefined) throw new Error('the script to run is not a call of a function of the page');
  /** @type {unknown} */
  let holder;
  /** @type {unknown} */
  let found = window;
  for (const name of path.split('.')) {
    holder = found;
    found = isRecord(holder) && Object.hasOwn(holder, name) ? holder[name] : undefined;
  }
  // The functions of the browser, such as `alert`, are not the site's own.
  if (typeof found !== 'function' || /\[native code\]\s*\}$/.test(Function.prototype.toString.call(found))) {
    throw new Error(`the page has no function ${path} of its own`);
  }
  await Reflect.apply(found, holder, [ids]);
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isRecord(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @param {unknown} error */
function wordsOf(error) {
  const words = error instanceof Error ? error.message : '';
  return words === '' ? 'it failed' : `it failed (${words.slice(0, 300).toWellFormed()})`;
}
