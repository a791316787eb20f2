import { tableCell } from '../../privacy/cleaned-text.ts';
import type { Block, Document } from './section.ts';

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
      return [
        [block.heads, block.heads.map(() => '---'), ...block.rows]
          .map((row) => `| ${row.map((cell) => plain(tableCell(cell))).join(' | ')} |`)
          .join('\n'),
      ];
    case 'picture':
      return [];
    case 'lines':
      return [block.lines.map(([about, words]) => `- **${about}**: ${plain(words)}`).join('\n')];
  }
}

/** A text in which no name can begin a link, or code. */
function plain(text: string): string {
  return text.replaceAll(/[[`]/g, String.raw`\$&`);
}
