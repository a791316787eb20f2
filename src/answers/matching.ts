/** The candidates that begin with what was typed, then candidates that contain it; letter case and `_` do not count. */
export function matching(typed: string, candidates: Iterable<string>): string[] {
  const text = folded(typed);
  const found = [...new Set(candidates)].filter((candidate) => folded(candidate).includes(text));
  return [
    ...found.filter((candidate) => folded(candidate).startsWith(text)),
    ...found.filter((candidate) => !folded(candidate).startsWith(text)),
  ];
}

function folded(text: string): string {
  return text.trim().toLowerCase().replaceAll('_', ' ');
}
