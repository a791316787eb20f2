// @ts-check

/** A call of the site's own function: its dotted name, then nothing or the two ids. No other code. */
const NAME = String.raw`[\p{ID_Start}$_][\p{ID_Continue}$]*`;
const IDS = String.raw`\{\s*(?:session_id\s*,\s*chatbot_id|chatbot_id\s*,\s*session_id)\s*,?\s*\}`;
const CALL = new RegExp(
  String.raw`^\s*(?<path>${NAME}(?:\s*\.\s*${NAME})*)\s*\(\s*(?:${IDS}\s*,?\s*)?\)\s*;?\s*$`,
  'u',
);

/** The end of the source of a function that is not written in JavaScript. */
const BUILT_IN = /\{\s*\[native code\]\s*\}$/;

/**
 * Calls the function of the site that a script's call expression names, as `shop.identify({ session_id, chatbot_id })`.
 * Nothing is evaluated: the name is looked up on `window`.
 *
 * @param {string} expression
 * @param {{ session_id: string, chatbot_id: string }} ids
 * @returns {Promise<unknown>} What the function answers. Rejects when it throws, or when the site has no such function.
 */
export async function callSiteFunction(expression, ids) {
  const path = CALL.exec(expression)?.groups?.['path'];
  if (path === undefined) throw new Error('The script to run is not a call of a function of the page');
  const names = path.split('.').map((name) => name.trim());
  /** @type {unknown} */
  let holder;
  /** @type {unknown} */
  let found = window;
  for (const name of names) {
    holder = found;
    found = mayHold(holder) ? Reflect.get(holder, name) : undefined;
  }
  if (typeof found !== 'function' || !isOfTheSite(found)) {
    throw new Error(`The page has no function ${names.join('.')} of its own`);
  }
  return Reflect.apply(found, holder, [ids]);
}

/**
 * Whether somebody wrote a function for this page: those of the browser, such as `alert` or `document.write`, are not the
 * site's own (specification, section 6). A function that the site has bound looks like the browser's but for its name.
 *
 * @param {Function} found
 */
function isOfTheSite(found) {
  return !BUILT_IN.test(Function.prototype.toString.call(found)) || found.name.startsWith('bound ');
}

/**
 * @param {unknown} value
 * @returns {value is object}
 */
function mayHold(value) {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
