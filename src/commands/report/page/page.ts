import { createHash } from 'node:crypto';
import type { Block, Document, Section } from '../section.ts';
import { bold, Html, markup } from './html.ts';
import { pictureHtml } from './picture-html.ts';
import { STYLE } from './style.ts';
import { tableHtml } from './table-html.ts';

/**
 * Writes a report as one page: a file that needs no other, runs nothing and loads nothing. Strangers' words are text in it.
 */
export function pageOf({ title, subtitle, missing, sections }: Document): string {
  // Nothing but this style counts, and pictures that are in the file itself.
  const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; img-src data:; base-uri 'none'; form-action 'none'`;
  const at = (place: Section['place']) => sections.filter((section) => section.place === place).map(sectionHtml);
  const page = markup`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta http-equiv="Content-Security-Policy" content="${policy}" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="referrer" content="no-referrer" />
      <meta name="color-scheme" content="light dark" />
      <title>${title}</title>
      <style>${new Html(STYLE)}</style>
    </head>
    <body>
      <header>
        <h1>${title}</h1>
        <p>${subtitle}</p>
        ${missing.length === 0 ? '' : markup`<p class="warning"><strong>Not complete:</strong> ${missing.join('; ')}.</p>`}
      </header>
      <main>
        ${at(undefined)}
        <div class="beside">${at('beside')}</div>
        ${at('end')}
      </main>
    </body>
  </html>`;
  return `<!doctype html>\n${page.toString()}\n`;
}

function sectionHtml({ heading, blocks, place }: Section): Html {
  return markup`<section class="${place === 'end' ? 'small' : ''}"><h2>${heading}</h2>${blocks.map(blockHtml)}</section>`;
}

function blockHtml(block: Block): Html {
  if (typeof block === 'string') return markup`<p>${bold(block)}</p>`;
  switch (block.kind) {
    case 'table': {
      const table = tableHtml(block);
      return block.isPictured === true
        ? markup`<details><summary>${block.caption}: numbers</summary>${table}</details>`
        : table;
    }
    case 'picture':
      return pictureHtml(block);
    case 'list':
      return markup`<ul>${block.lines.map((line) => markup`<li>${bold(line)}</li>`)}</ul>`;
    case 'named':
      return markup`<dl>
        ${block.entries.map(([name, words]) => markup`<div><dt>${name}</dt><dd>${words}</dd></div>`)}
      </dl>`;
  }
}
