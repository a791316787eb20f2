/** Returns a table of what a catalogue has: each name with the first sentence of what is said of it. */
export function listed(
  head: string,
  meaning: string,
  entries: Readonly<Record<string, { readonly description: string }>>,
): string {
  return [
    `| ${head} | ${meaning} |`,
    '| --- | --- |',
    ...Object.entries(entries).map(([name, { description }]) => `| ${name} | ${firstSentence(description)} |`),
  ].join('\n');
}

/** Returns what a description says first. */
export function firstSentence(text: string): string {
  return /^.*?\.(?= |$)/s.exec(text)?.[0] ?? text;
}
