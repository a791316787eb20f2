import { writeFile } from 'node:fs/promises';
import type { ContentBlock } from '@modelcontextprotocol/client';
import { InvalidArgument } from '../../model/errors.ts';
import { CallerText, trusted, quotation } from '../../model/text/trusted-text.ts';

/** Writes the picture of an answer, where it has one, in place of what was there. Throws InvalidArgument for a file that cannot be. */
export async function writeChart(content: readonly ContentBlock[], file: string): Promise<void> {
  const image = content.find((part) => part.type === 'image');
  if (image === undefined) return;
  try {
    await writeFile(file, Buffer.from(image.data, 'base64'));
  } catch {
    throw new InvalidArgument(
      trusted`The picture cannot be written to ${quotation(CallerText.parse(file), 200)}.`,
      'Name a file in a folder that is there, and that may be written to.',
    );
  }
}
