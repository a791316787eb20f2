import type { Table } from '../section.ts';
import { markup, type Html } from './html.ts';

/**
 * Writes a table, of which the first column heads its rows. On a narrow screen each row becomes a card, whose cells tell their
 * heads: the roles keep it a table for who hears it.
 */
export function tableHtml({ caption, heads, rows, layout = 'figures' }: Omit<Table, 'kind'>): Html {
  return markup`<table role="table" class="${layout}">
    <caption>
      ${caption}
    </caption>
    <thead role="rowgroup">
      <tr role="row">
        ${heads.map((head) => headHtml(head))}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map((row) => rowHtml(row, heads))}
    </tbody>
  </table>`;
}

function headHtml(head: string): Html {
  return head === '' ? markup`<td role="cell"></td>` : markup`<th role="columnheader" scope="col">${head}</th>`;
}

function rowHtml([first = '', ...cells]: readonly string[], heads: readonly string[]): Html {
  return markup`<tr role="row">
    <th role="rowheader" scope="row">${first}</th>
    ${cells.map((cell, index) => markup`<td role="cell" data-head="${heads[index + 1] ?? ''}">${cellHtml(cell)}</td>`)}
  </tr> `;
}

/** What a figure rests on stands in brackets behind it, and is read second. */
function cellHtml(cell: string): Html {
  const begin = cell.indexOf(' (');
  if (begin === -1) return markup`<span>${cell}</span>`;
  return markup`<span>${cell.slice(0, begin)} <small>${cell.slice(begin + 1)}</small></span>`;
}
