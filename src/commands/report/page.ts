import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { DARK, LIGHT } from '../../charts/theme.ts';
import type { Block, Document, Picture, Section, Table } from './section.ts';
import { declared, STYLE } from './style.ts';

/** The colours of a chart: light, and dark where the reader likes it so, but on paper. */
const COLOURS = `<style>:root{${declared(LIGHT)}}@media screen and (prefers-color-scheme:dark){:root{${declared(DARK)}}}</style>`;

type Html = ReturnType<typeof html>;

/**
 * Writes a report as one page: a file that needs no other, runs nothing and loads nothing. Strangers' words are text in it.
 */
export async function pageOf({ title, subtitle, missing, sections }: Document): Promise<string> {
  // Nothing but this style counts, and pictures that are in the file itself.
  const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; img-src data:; base-uri 'none'; form-action 'none'`;
  const page = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${raw(`<style>${STYLE}</style>`)}
      </head>
      <body>
        <header>
          <h1>${title}</h1>
          <p>${subtitle}</p>
          ${missing.length === 0 ? '' : html`<p class="warning"><strong>Not complete:</strong> ${missing.join('; ')}.</p>`}
        </header>
        <main>${sections.map(sectionHtml)}</main>
      </body>
    </html> `;
  return page.toString();
}

function sectionHtml({ heading, blocks, place }: Section): Html {
  return html`<section class="${place ?? ''}">
    <h2>${heading}</h2>
    ${blocks.map(blockHtml)}
  </section>`;
}

function blockHtml(block: Block): Html {
  if (typeof block === 'string') return html`<p>${block}</p>`;
  switch (block.kind) {
    case 'table':
      return block.isPictured === true
        ? html`<details>
            <summary>${block.caption}: numbers</summary>
            ${tableHtml(block)}
          </details>`
        : tableHtml(block);
    case 'picture':
      return pictureHtml(block);
    case 'lines':
      return html`<ul>
        ${block.lines.map(([about, words]) => html`<li><strong>${about}:</strong> ${words}</li>`)}
      </ul>`;
  }
}

/** Shows a chart as an image of its own, so that whatever is in it, names of strangers too, can be nothing but drawn. */
function pictureHtml({ svg, words }: Picture): Html {
  const coloured = svg.replace(/<svg[^>]*>/, (opening) => `${opening}${COLOURS}`);
  const source = `data:image/svg+xml;base64,${Buffer.from(coloured).toString('base64')}`;
  // On a narrow screen it would be too small to read: there it is moved sideways, by keyboard, too.
  return html`<div class="wide" tabindex="0" role="group" aria-label="Chart">
    <img alt="${words}" src="${source}" />
  </div>`;
}

/** A table of many columns is moved sideways on a narrow screen, as a picture is. */
function tableHtml({ caption, heads, rows, heat }: Table): Html {
  return html`<div class="wide" tabindex="0" role="group" aria-label="${caption}">
    <table class="${heat === undefined ? '' : 'heat'}">
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${heads.map((head) => (head === '' ? html`<td></td>` : html`<th scope="col">${head}</th>`))}
        </tr>
      </thead>
      <tbody>
        ${rows.map((row, index) => rowHtml(row, heat?.[index]))}
      </tbody>
    </table>
  </div>`;
}

function rowHtml([first, ...cells]: readonly string[], heat: readonly number[] = []): Html {
  return html`<tr>
    <th scope="row">${first}</th>
    ${cells.map((cell, index) => html`<td class="heat${String(heat[index] ?? '')}">${cellHtml(cell)}</td>`)}
  </tr>`;
}

/** What a figure rests on stands in brackets behind it, and is read second. */
function cellHtml(cell: string): Html {
  const begin = cell.indexOf(' (');
  if (begin === -1) return html`${cell}`;
  return html`${cell.slice(0, begin)} <small>${cell.slice(begin + 1)}</small>`;
}
