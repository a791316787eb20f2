// @ts-check

/** A call of the site's own function: its dotted name, then nothing or the two ids. No other code. */
const NAME = String.raw`[\p{ID_Start}$_][\p{ID_Continue}$]*`;
const IDS = String.raw`\{\s*(?:session_id\s*,\s*chatbot_id|chatbot_id\s*,\s*session_id)\s*,?\s*\}`;
const CALL = new RegExp(
  String.raw`^\s*(?<path>${NAME}(?:\s*\.\s*${NAME})*)\s*\(\s*(?:${IDS}\s*,?\s*)?\)\s*;?\s*$`,
  'u',
);

/** Ways from an object of the site to what is not the site's. */
const NOT_OF_THE_SITE = new Set(['__proto__', 'prototype', 'constructor']);

/**
 * Calls the function of the page that a script's call expression names, as `shop.identify({ session_id, chatbot_id })`.
 * Nothing is evaluated: the name is looked up on `window`.
 *
 * @param {string} expression
 * @param {{ session_id: string, chatbot_id: string }} ids
 * @returns {Promise<unknown>} What the function answers. Rejects when it throws, or when there is no such function.
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
    found = NOT_OF_THE_SITE.has(name) || !mayHold(holder) ? undefined : Reflect.get(holder, name);
  }
  if (typeof found !== 'function') throw new Error(`The page has no function ${names.join('.')}`);
  return Reflect.apply(found, holder, [ids]);
}

/**
 * @param {unknown} value
 * @returns {value is object}
 */
function mayHold(value) {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}
