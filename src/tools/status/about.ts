import { InvalidArgument } from '../../model/errors.ts';
import { didYouMean } from '../../model/text/did-you-mean.ts';
import { ProgramText, trusted, type CallerText } from '../../model/text/trusted-text.ts';
import { callerQuotation } from '../../privacy/cleaned-text.ts';
import { codebookOf, type Desk } from '../../answers/desk.ts';
import { allDefinitions, definitionsOf, FIGURE_NAMES } from '../figures/definition-words.ts';
import { answerWords } from '../../answers/words/answer-words.ts';
import { codebookWords } from '../../answers/words/codebook-words.ts';
import { wholeMomentText } from '../../model/words/time.ts';

/** What `get_service_status` explains beside metrics. */
export const TOPICS = ['definitions', 'answers', 'codebook'] as const;
const NAMES = [...TOPICS, ...FIGURE_NAMES].map((name) => ProgramText.parse(name));

/** More names than anybody gives at once. */
const MAX_NAMES = 20;

/** Explains a topic, or metrics by name; several have commas between them. Throws InvalidArgument for what is neither. */
export async function aboutWords(wanted: CallerText, desk: Desk): Promise<string> {
  const names = wanted
    .split(',')
    .map((part) =>
      part
        .replaceAll(/["'[\]]/g, '')
        .trim()
        .toLowerCase()
        .replaceAll(/[\s-]+/g, '_'),
    )
    .filter((part) => part !== '')
    .slice(0, MAX_NAMES);
  const explained = await Promise.all([...new Set(names)].map((name) => oneOf(name, desk)));
  if (explained.length === 0 || explained.includes(undefined)) {
    throw unknownName(wanted, names.find((_, index) => explained[index] === undefined) ?? '');
  }
  return explained.join('\n');
}

async function oneOf(name: string, desk: Desk): Promise<string | undefined> {
  const topic = TOPICS.find((one) => one === name);
  switch (topic) {
    case 'definitions':
      return `${allDefinitions()}\n${answerWords()}`;
    case 'answers':
      return answerWords();
    case 'codebook':
      return codebookPage(desk);
    case undefined:
      return definitionsOf(name);
  }
}

/** The meaning of the integer codes on this desk, and the evidence: the resource `chat://codebook` is the same. */
export async function codebookPage(desk: Desk): Promise<string> {
  const { zone } = desk;
  const moment = `${wholeMomentText(zone, desk.clock())} (${zone.id})`;
  return `**Codes of this desk**, ${moment}; in brackets: how many of the newest loaded records have the value\n${codebookWords(await codebookOf(desk))}`;
}

function unknownName(wanted: CallerText, name: string): InvalidArgument {
  return new InvalidArgument(
    didYouMean(trusted`There is no topic or metric ${callerQuotation(wanted)}`, name, NAMES, {
      listed: [...TOPICS.map((topic) => trusted`${topic}`), trusted`and metrics such as missed or first_response`],
    }),
  );
}
