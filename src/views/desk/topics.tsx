import { Section } from '../parts/section.tsx';
import { Empty } from '../parts/states.tsx';
import { Table } from '../parts/table.tsx';
import { useTool } from '../use-tool.ts';
import { daysWords } from '../words.ts';
import type { OpenChat } from './chats.tsx';
import type { PartProps } from './sections.tsx';

/** Words of visitors that rise beyond chance, each with an example. They are asked for when the days are loaded: many transcripts are for them, too. */
export function Topics({
  host,
  choice,
  open,
  isLoaded = true,
}: Omit<PartProps, 'open'> & { readonly open: OpenChat; readonly isLoaded?: boolean }) {
  const { weekdays: _, hours: __, ...days } = choice;
  const told = useTool(host, 'list_topics', isLoaded ? { ...days, compare_to: 'previous_period' } : undefined);
  return (
    <Section
      title="Topics that rise"
      about={({ coverage: { from, to } }) => (from === undefined || to === undefined ? '' : daysWords({ from, to }))}
      told={told}
    >
      {({ rising = [], notes }) => (
        <>
          {rising.length === 0 ? (
            <Empty>No topic rises beyond chance.</Empty>
          ) : (
            <Table
              caption="Topics that rise"
              what="Term"
              columns={[
                { name: 'before', head: 'Before' },
                { name: 'now', head: 'Now' },
              ]}
              rows={rising.map(({ term, before, said, chat_id: chat }) => ({
                key: term,
                name: term,
                open: chat === undefined ? undefined : () => open(chat, []),
                cells: [before, said].map((one) => one && { words: `${one.chats} of ${one.of}`, value: one.chats }),
              }))}
            />
          )}
          <p class="quiet">{notes?.join(' ')}</p>
        </>
      )}
    </Section>
  );
}
