import { markup, type Html } from './html.ts';

/**
 * Shows a picture as an image of its own: what is in it, names of strangers too, can be nothing but drawn.
 */
export function pictureOf(svg: string | undefined, alt: string): Html {
  if (svg === undefined) return markup``;
  return markup`<img alt="${alt}" src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}" />`;
}
