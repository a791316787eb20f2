import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const Package = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  author: z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]).optional(),
  repository: z.union([z.string(), z.object({ url: z.string() }).transform(({ url }) => url)]).optional(),
});
type Package = z.infer<typeof Package>;

/** For packages that only name their licence: how its terms begin, and a package that has them. */
const TERMS = [
  { license: 'Apache-2.0', begins: 'TERMS AND CONDITIONS FOR USE', file: '@opentelemetry/api/LICENSE' },
  { license: 'MIT', begins: 'Permission is hereby granted', file: 'preact/LICENSE' },
  { license: 'MPL-2.0', begins: 'Mozilla Public License, version 2.0', file: 'axe-core/LICENSE' },
] as const;

/**
 * The licences of the packages to which these files belong, by their paths from the root. Packages with the same text share it. Throws
 * where a package has no text of its licence and none is known.
 */
export function licencesOf(files: readonly string[], root: string): string {
  const folders = files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  const licences = [...new Set(folders)].toSorted().map((folder) => licenceOf(join(root, folder), root));
  const sections = [...Map.groupBy(licences, ({ text }) => text)].map(([text, sharing]) => {
    const heads = new Set(sharing.map(({ head }) => head));
    return `${'='.repeat(80)}\n${[...heads].join('\n\n')}\n${'-'.repeat(80)}\n${text}\n`;
  });
  return `This program holds parts of the following packages.\n\n${sections.join('\n')}`;
}

function licenceOf(folder: string, root: string) {
  const described = Package.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
  const { name, version, license, author } = described;
  const head = [
    `${name} ${version}`,
    `Licence: ${license}`,
    ...(author === undefined ? [] : [`Author: ${author}`]),
    // Section 3.2 of that licence.
    ...(license === 'MPL-2.0' ? [`Source: ${sourceOf(described)}`] : []),
  ];
  return { head: head.join('\n'), text: textsOf(described, folder, root).join('\n\n') };
}

function textsOf({ name, license, author }: Package, folder: string, root: string): string[] {
  const files = globSync('{{LICEN[CS]E,licen[cs]e,NOTICE}*,licenses/*}', { cwd: folder }).toSorted();
  const texts = files
    .map((file) => join(folder, file))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, 'utf8').trim());
  if (texts.length === 0) texts.push(...licenceInReadme(folder));
  const terms = TERMS.find((one) => one.license === license);
  if (terms !== undefined && !texts.some((text) => text.includes(terms.begins))) {
    if (texts.length === 0 && author !== undefined) texts.push(`Copyright (c) ${author}`);
    const whole = readFileSync(join(root, 'node_modules', terms.file), 'utf8').trim();
    texts.push(whole.slice(whole.indexOf(terms.begins)));
  }
  if (texts.length === 0) throw new Error(`${name} has no text of its licence, ${license}`);
  return texts;
}

function licenceInReadme(folder: string): string[] {
  const readme = readFileSync(join(folder, 'README.md'), 'utf8');
  const [, section] = /^## licen[cs]e\n([^#]+)/im.exec(readme) ?? [];
  return section === undefined ? [] : [section.trim()];
}

function sourceOf({ name, repository = '' }: Package): string {
  const [, path] = /github\.com[:/]([\w-]+\/[\w-]+)/.exec(repository) ?? [];
  if (path === undefined) throw new Error(`${name} does not say where its source is`);
  return `https://github.com/${path}`;
}
