import type { Arguments } from '../host.ts';
import { Section } from '../parts/section.tsx';
import { useTool } from '../use-tool.ts';
import { counted, daysWords } from '../words.ts';
import { ChatRows } from './chats.tsx';
import type { Ways } from './levels.tsx';
import type { PartProps } from './sections.tsx';

const MOST = 8;

/** Missed chats as a list to work on: who wrote what, and whether they came back since. */
export function Missed({
  host,
  choice,
  ways,
}: Pick<PartProps, 'host'> & { readonly choice: Arguments | undefined; readonly ways: Ways }) {
  const args = choice && { ...choice, missed: true };
  const told = useTool(host, 'list_chats', args && { ...args, limit: MOST });
  return (
    <Section
      title="Missed chats"
      about={({ total, coverage: { from, to } }) =>
        [counted(total, 'chat'), ...(from === undefined || to === undefined ? [] : [daysWords({ from, to })])].join(
          ', ',
        )
      }
      told={told}
      beside={
        args && (
          <button type="button" class="tool" onClick={() => ways.chats('Missed chats', args)}>
            All
          </button>
        )
      }
    >
      {({ chats, came_back: cameBack }) => <ChatRows chats={chats} cameBack={cameBack} open={ways.chat} />}
    </Section>
  );
}
