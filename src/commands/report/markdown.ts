import { tableCell } from '../../privacy/cleaned-text.ts';
import type { Block, Document, Table } from './section.ts';

/** Writes a report as Markdown. Pictures are left out. */
export function markdownOf({ title, subtitle, missing, sections }: Document): string {
  return [
    `# ${title}`,
    subtitle,
    ...(missing.length === 0 ? [] : [`**Not complete:** ${missing.join('; ')}.`]),
    ...sections.flatMap(({ heading, blocks }) => [`## ${heading}`, ...blocks.flatMap(paragraphsOf)]),
  ].join('\n\n');
}

function paragraphsOf(block: Block): string[] {
  if (typeof block === 'string') return [block];
  switch (block.kind) {
    case 'table':
      return [tableOf(block)];
    case 'picture':
      return [];
    case 'list':
      return [block.lines.map((line) => `- ${line}`).join('\n')];
    case 'named':
      return [block.entries.map(([name, words]) => `- **${name}**: ${words}`).join('\n')];
  }
}

function tableOf({ heads, rows }: Table): string {
  return [heads, heads.map(() => '---'), ...rows]
    .map((row) => `| ${row.map((cell) => tableCell(cell)).join(' | ')} |`)
    .join('\n');
}
