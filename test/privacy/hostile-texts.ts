import { characters } from './hostile/characters.ts';
import { forgeries, instructions } from './hostile/forgeries.ts';
import { html, markdown } from './hostile/renderings.ts';

/** Texts as strangers may write them to do harm, by class and name. What is too big for a row is in `hostile/heaps.ts`. */
export const hostileTexts: readonly (readonly [name: string, text: string])[] = Object.entries({
  forgeries,
  instructions,
  characters,
  markdown,
  html,
}).flatMap(([kind, texts]) => Object.entries(texts).map(([name, text]) => [`${kind}: ${name}`, text] as const));
