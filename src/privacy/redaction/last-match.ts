/**
 * The last match of an expression in a text that is short. Does not use `matchAll`, which makes the expression anew each
 * time: for one of hundreds of words that takes longer than looking for it.
 * @param expression one that is global
 */
export function lastMatch(expression: RegExp, text: string): RegExpExecArray | undefined {
  expression.lastIndex = 0;
  let last: RegExpExecArray | undefined;
  for (let match = expression.exec(text); match !== null; match = expression.exec(text)) last = match;
  return last;
}
