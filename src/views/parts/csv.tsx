/** Whether this is a page of its own: a host's frame may give out no file. */
export const IS_PAGE = parent === window;

/** A table as a file. What spreadsheets take for a formula is made a text: names are strangers' words. */
export function Csv({
  name,
  heads,
  rows,
}: {
  readonly name: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
}) {
  if (!IS_PAGE) return null;
  const text = [heads, ...rows].map((cells) => cells.map(quoted).join(',')).join('\r\n');
  return (
    <a
      class="tool"
      href={`data:text/csv;charset=utf-8,${encodeURIComponent(`\uFEFF${text}\r\n`)}`}
      download={`${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}.csv`}
    >
      CSV<span class="spoken"> of {name}</span>
    </a>
  );
}

const quoted = (text: string): string => `"${/^[=+\-@\t\r]/.test(text) ? "'" : ''}${text.replaceAll('"', '""')}"`;
