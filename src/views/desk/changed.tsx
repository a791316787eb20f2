import { definedOf } from '../host.ts';
import { Picture } from '../parts/picture.tsx';
import { Section } from '../parts/section.tsx';
import { Empty } from '../parts/states.tsx';
import { useTool } from '../use-tool.ts';
import { daysWords, withoutMarks } from '../words.ts';
import type { PartProps } from './sections.tsx';

const MOST_SENTENCES = 3;

/** Why a figure changed: what the tool says of it, and its picture. It is asked for when the days are loaded: weeks before them are loaded for it, too. */
export function Changed({
  host,
  choice,
  metric = 'missed',
  isLoaded = true,
}: Omit<PartProps, 'open'> & { readonly metric?: string; readonly isLoaded?: boolean }) {
  const { weekdays: _, hours: __, compare_to: compared, ...days } = choice;
  const args = { ...days, metric, compare_to: compared === 'same_weekdays' ? undefined : compared, chart: 'light' };
  const told = useTool(host, 'explain_change', isLoaded ? definedOf(args) : undefined);
  return (
    <Section
      title="What changed"
      about={({ period, compared: before }) => `${daysWords(period)}, against ${daysWords(before)}`}
      told={told}
    >
      {({ sentences = [], causes = [], notes = [] }) => {
        const named = causes.map(({ sentence, quoted_sentence: quoted }) => sentence ?? quoted ?? '');
        const said = [...named, ...sentences].slice(0, MOST_SENTENCES);
        return (
          <>
            <ol class="sentences">
              {said.map((words) => (
                <li key={words}>
                  <Marked words={words} />
                </li>
              ))}
            </ol>
            {said.length === 0 && <Empty>{withoutMarks(notes.join(' '))}</Empty>}
            {told.svg !== undefined && (
              <Picture svg={told.svg} alt="What accounts for the change, as the sentences say." />
            )}
          </>
        );
      }}
    </Section>
  );
}

/** Words in which some stand out. */
function Marked({ words }: { readonly words: string }) {
  return <>{words.split('**').map((part, place) => (place % 2 === 1 ? <strong key={place}>{part}</strong> : part))}</>;
}
