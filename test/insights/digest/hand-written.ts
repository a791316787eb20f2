import { Foreign } from '../../../src/model/foreign.ts';
import type { Role } from '../../../src/insights/codes/authorship.ts';
import { createCodebook } from '../../../src/insights/codes/create-codebook.ts';
import { digestTranscript } from '../../../src/insights/digest/digest.ts';
import { ChatId } from '../../../src/model/ids.ts';
import { epochMillis } from '../../../src/model/time/units.ts';
import { atOnce } from '../../support/at-once.ts';

const book = createCodebook(
  { chats: [], transcripts: [], offlineMessages: [], agents: [], said: [], agentNames: [] },
  {},
);
const chat = { chatId: ChatId.parse(1), requestedAt: epochMillis(0), visitor: {} };

/** `[role, text, second]`; one minute passes where no second is given. */
export type Said = readonly [Role, string, number?];

/** The digest of a chat in which that was said. */
export const digest = (said: readonly Said[]) =>
  atOnce(
    digestTranscript(
      {
        chat,
        messages: said.map(([, text, second], index) => ({
          text: new Foreign(text),
          at: epochMillis((second ?? index * 60) * 1000),
        })),
      },
      said.map(([role]) => role),
      book,
      () => undefined,
    ),
  );
