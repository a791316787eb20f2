const STARTS: readonly (readonly [tool: string, forWhat: string])[] = [
  ['get_support_performance', 'for figures'],
  ['list_chats', 'for which chats'],
  ['search_transcripts', 'for what was said'],
  ['list_offline_messages', 'for what waits'],
];

/** Says with which of the tools that are there a question begins; nothing where none of them is. */
export function startWords(isThere: (tool: string) => boolean): string {
  const starts = STARTS.filter(([tool]) => isThere(tool)).map(([tool, forWhat]) => `${tool} ${forWhat}`);
  return starts.length === 0 ? '' : `Start with ${starts.join(', ')}. `;
}
