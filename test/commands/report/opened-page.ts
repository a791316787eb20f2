import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { z } from 'zod';
import { sharedBrowser } from '../../browser/browser.ts';
import { pictureOf } from '../../browser/circle.ts';

/** A page of a file, as somebody sees it who has opened it in a browser. */
export interface OpenedPage extends AsyncDisposable {
  readonly page: Page;
  /** What it asked for beside itself, console errors, broken policies, dialogs: there may be none. */
  readonly trouble: readonly string[];
  /** The rows of a table, by its caption: the texts of their cells, the first of which heads the row. */
  rows: (caption: string) => Promise<string[][]>;
  /** What axe-core finds that is serious or worse: there may be none. */
  seriousFindings: () => Promise<readonly string[]>;
  /** By how many pixels it can be scrolled sideways. */
  tooWide: () => Promise<number>;
  /** The sheets of A4 that it is printed on. */
  sheets: () => Promise<number>;
  /** With SCREENSHOTS=DIR, a picture of it. */
  picture: (name: string) => Promise<void>;
}

interface Opening {
  readonly width?: number;
  readonly scheme?: 'light' | 'dark';
}

const Findings = z.array(
  z.object({ id: z.string(), impact: z.string().nullable(), nodes: z.array(z.object({ html: z.string() })) }),
);

/** What a browser evaluates to find the rows of a table. */
function rowsUnder(caption: string): string {
  const words = (of: string) => `${of}.textContent.replaceAll(/\\s+/g, ' ').trim()`;
  return `[...document.querySelectorAll('table')]
    .filter((table) => ${words('table.caption')} === ${JSON.stringify(caption)})
    .flatMap((table) => [...table.tBodies[0].rows])
    .map((row) => [...row.cells].map((cell) => ${words('cell')}))`;
}

/** Opens a page from a file in this folder. */
export async function openPage(
  html: string,
  folder: string,
  { width = 1000, scheme = 'light' }: Opening = {},
): Promise<OpenedPage> {
  const file = join(folder, 'week.html');
  await writeFile(file, html);
  const url = pathToFileURL(file).href;
  const browser = await sharedBrowser();
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme: scheme });
  const trouble: string[] = [];
  context.on('request', (request) => {
    if (request.url() !== url && !request.url().startsWith('data:')) trouble.push(`asked ${request.url()}`);
  });
  context.on('console', (message) => trouble.push(message.text()));
  context.on('weberror', (thrown) => trouble.push(String(thrown.error())));
  const page = await context.newPage();
  page.on('dialog', (dialog) => {
    trouble.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  await page.goto(url);
  return {
    page,
    trouble,
    rows: async (caption) => z.array(z.array(z.string())).parse(await page.evaluate(rowsUnder(caption))),
    seriousFindings: async () => {
      await page.evaluate(axe.source);
      const found = await page.evaluate<unknown>('axe.run().then(({ violations }) => violations)');
      return Findings.parse(found).flatMap(({ id, impact, nodes }) =>
        impact === 'serious' || impact === 'critical' ? nodes.map((node) => `${id}: ${node.html}`) : [],
      );
    },
    tooWide: async () => z.number().parse(await page.evaluate('document.documentElement.scrollWidth - innerWidth')),
    sheets: async () => {
      const pdf = await page.pdf({ preferCSSPageSize: true });
      return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
    },
    picture: async (name) => pictureOf(page, name),
    [Symbol.asyncDispose]: async () => context.close(),
  };
}
