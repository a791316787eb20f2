/** A bar, and the backslashes before it; or backslashes alone, which are found whole so that the work is linear in the text. */
const BAR = /\\+\|?|\|/g;

/**
 * A text as part of a cell of a Markdown table, where no bar ends the cell. Backslashes before a bar are escaped, too: two of them
 * stand for one, so that the bar behind `\\` would be bare.
 */
export function withBarsEscaped(text: string): string {
  return text.replaceAll(BAR, (found) => {
    if (!found.endsWith('|')) return found;
    const backslashes = found.slice(0, -1);
    return String.raw`${backslashes}${backslashes}\|`;
  });
}

/** The text of which a part of a cell was made. */
export function withBarsUnescaped(cell: string): string {
  return cell.replaceAll(BAR, (found) =>
    found.endsWith('|') ? `${found.slice(0, Math.floor((found.length - 1) / 2))}|` : found,
  );
}
