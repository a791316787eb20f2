// In place of `matchAll`, which makes an expression anew each time it is asked: for one of hundreds of words that takes longer
// than going through a message with it.

/**
 * The matches of an expression in a text.
 * @param expression one that is global
 */
export function matchesIn(expression: RegExp, text: string): RegExpExecArray[] {
  const matches: RegExpExecArray[] = [];
  expression.lastIndex = 0;
  for (let match = expression.exec(text); match !== null; match = expression.exec(text)) matches.push(match);
  return matches;
}

/** The last of them. */
export function lastMatch(expression: RegExp, text: string): RegExpExecArray | undefined {
  expression.lastIndex = 0;
  let last: RegExpExecArray | undefined;
  for (let match = expression.exec(text); match !== null; match = expression.exec(text)) last = match;
  return last;
}
