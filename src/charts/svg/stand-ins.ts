/**
 * Stand in for words while ECharts draws. It takes some words for templates, two of the same name for one, and keeps all as keys of plain
 * objects: the name `__proto__` alone changes every object of the thread. So it gets none.
 */
export class StandIns {
  readonly #texts: string[] = [];

  /** What is drawn in place of a text. */
  of(text: string): string {
    return `@${this.#texts.push(text) - 1}@`;
  }

  /** Puts the texts into the SVG that was drawn. */
  replacedIn(svg: string): string {
    return svg.replaceAll(/(?<=>)@(\d+)@(?=<)/g, (_, place: string) => escaped(this.#texts[Number(place)] ?? ''));
  }
}

/** A text as XML has it. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);
}
