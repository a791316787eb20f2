/** Names, places and subjects are shorter. What is longer seldom comes again. */
const MAX_LENGTH = 200;
/** A desk's agents and some thousand visitors. */
const MAX_TEXTS = 10_000;

/**
 * Short texts as the answers of one account have shown them, those used last at the end. The same names stand in one answer after
 * another, and to search one costs as much as the rest of its line.
 */
export class ShownTexts {
  readonly #shown = new Map<string, string>();
  #kept: ReadonlySet<string> | undefined;

  /**
   * Returns how a text was shown.
   * @param by whatever else decides how it is shown, but for `kept`: everything is forgotten when other addresses stay
   */
  find(text: string, by: string, kept: ReadonlySet<string>): string | undefined {
    if (text.length > MAX_LENGTH) return undefined;
    if (this.#kept !== kept) this.#shown.clear();
    this.#kept = kept;
    const key = by + text;
    const shown = this.#shown.get(key);
    if (shown !== undefined) {
      this.#shown.delete(key);
      this.#shown.set(key, shown);
    }
    return shown;
  }

  /** Keeps how a text is shown. */
  keep(text: string, by: string, shown: string): void {
    if (text.length > MAX_LENGTH) return;
    this.#shown.set(by + text, shown);
    const [oldest] = this.#shown.keys();
    if (this.#shown.size > MAX_TEXTS && oldest !== undefined) this.#shown.delete(oldest);
  }
}
