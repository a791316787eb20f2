import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const Package = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  author: z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]).optional(),
});

/**
 * The licences of the packages to which these files belong, by their paths from the root. Throws where a package names none.
 */
export function licencesOf(files: readonly string[], root: string): string {
  const folders = files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? []);
  const texts = [...new Set(folders)].toSorted().map((folder) => {
    const { name, version, license, author } = Package.parse(
      JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')),
    );
    const said = globSync('{{LICEN[CS]E,licen[cs]e,NOTICE}*,licenses/*}', { cwd: join(root, folder) })
      .toSorted()
      .map((file) => join(root, folder, file))
      .filter((file) => statSync(file).isFile())
      .map((file) => readFileSync(file, 'utf8').trim());
    const head = `${name} ${version}, ${license}${author === undefined ? '' : `, by ${author}`}`;
    return [head, '-'.repeat(head.length), ...said].join('\n');
  });
  return `This program holds parts of the following packages.\n\n${texts.join('\n\n\n')}\n`;
}
