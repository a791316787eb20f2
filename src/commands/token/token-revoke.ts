import type { ArchivePlace } from '../../config/read.ts';
import { InvalidArgument } from '../../model/errors.ts';
import { didYouMean } from '../../model/text/did-you-mean.ts';
import { trusted } from '../../model/text/trusted-text.ts';
import { withTokens } from './open-tokens.ts';
import type { Run } from '../run.ts';

/** Takes a token back for good. Throws InvalidArgument where there is none of that name, and ArchiveUnusable. */
export async function tokenRevoke(place: ArchivePlace, name: string, run: Run): Promise<void> {
  const [token, left] = await withTokens(
    place,
    { isMade: false },
    run,
    async (tokens) => [await tokens.revoke(name, run.clock()), await tokens.all()] as const,
  );
  if (token === undefined) {
    const names = left.map((one) => one.name);
    throw new InvalidArgument(
      didYouMean(trusted`There is no token of that name`, name, names, { listed: [] }),
      'To see all tokens: chat-operations-mcp token list',
    );
  }
  run.output.write(
    `Token ${token.name} is revoked: every server refuses it within 5 seconds, and ends its open streams within 10.\n`,
  );
}
