import { DARK, LIGHT } from '../../../charts/theme.ts';
import type { Picture } from '../section.ts';
import { markup, type Html } from './html.ts';
import { declared } from './style.ts';

/** The colours of a chart: light, and dark where the reader likes it so, but on paper. */
const COLOURS = `<style>:root{${declared(LIGHT)}}@media screen and (prefers-color-scheme:dark){:root{${declared(DARK)}}}</style>`;

/** Shows a chart as an image of its own, so that whatever is in it, names of strangers too, can be nothing but drawn. */
export function pictureHtml({ svg, words, size }: Picture): Html {
  const coloured = svg.replace(/<svg[^>]*>/, (opening) => `${opening}${COLOURS}`);
  const source = `data:image/svg+xml;base64,${Buffer.from(coloured).toString('base64')}`;
  // On a narrow screen it would be too small to read: there it is moved sideways, by keyboard, too.
  return markup`<div class="picture ${size}" tabindex="0" role="group" aria-label="Chart">
    <img alt="${words}" src="${source}">
  </div>`;
}
