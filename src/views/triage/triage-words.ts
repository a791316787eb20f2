/** How long ago a message came, in words. */
export function ageWords(hours: number): string {
  if (hours < 1) return `${Math.max(1, Math.floor(hours * 60))} min ago`;
  if (hours < 48) return `${Math.floor(hours)} h ago`;
  return `${Math.floor(hours / 24)} days ago`;
}

/** The name of a language in English. */
export function languageWords(code: string): string {
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? code;
}
