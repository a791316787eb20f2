import { InvalidArgument } from '../../model/errors.ts';
import { didYouMean } from '../../model/text/did-you-mean.ts';
import { ProgramText, trusted, type CallerText } from '../../model/text/trusted-text.ts';
import { callerQuotation, joinSafe, safe, type OwnText } from '../../privacy/safe-text.ts';
import { codebookOf, type Desk } from '../../answers/desk.ts';
import { allDefinitions, definitionsOf, FIGURE_NAMES } from '../figures/definition-words.ts';
import { asOfWords } from '../../answers/resource.ts';
import { paragraphs } from '../../answers/token-budget.ts';
import { answerWords } from '../../answers/words/answer-words.ts';
import { codebookTable, settlingWords } from '../../answers/words/codebook-words.ts';

/** What `get_service_status` tells beside figures by their names. */
export const TOPICS = ['definitions', 'answers', 'codebook'] as const;
type Topic = (typeof TOPICS)[number];
const NAMES = [...TOPICS, ...FIGURE_NAMES].map((name) => ProgramText.parse(name));

/** More names than anybody gives at once. */
const MAX_NAMES = 20;

/**
 * Tells what words of answers mean: of a topic, or of figures by name, several with commas between. Throws InvalidArgument for what is neither.
 */
export async function aboutWords(wanted: CallerText, desk: Desk): Promise<OwnText> {
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
  const told = await Promise.all([...new Set(names)].map((name) => oneOf(name, desk)));
  if (told.length === 0 || told.includes(undefined)) {
    const unknown = names.find((_, index) => told[index] === undefined) ?? '';
    throw unknownName(wanted, unknown);
  }
  return joinSafe(
    told.filter((one) => one !== undefined),
    '\n',
  );
}

function oneOf(name: string, desk: Desk): Promise<OwnText | undefined> {
  const topic = TOPICS.find((one) => one === name);
  return topic === undefined ? Promise.resolve(definitionsOf(name)) : topicWords(topic, desk);
}

async function topicWords(topic: Topic, desk: Desk): Promise<OwnText> {
  switch (topic) {
    case 'definitions':
      return paragraphs(allDefinitions(), safe`Of all answers:\n${answerWords()}`);
    case 'answers':
      return answerWords();
    case 'codebook':
      return paragraphs(await codebookPage(desk), asOfWords(desk, desk.clock()));
  }
}

/** The meaning of the integer codes on this desk, and what proves it: the resource `chat://codebook` is the same. */
export async function codebookPage(desk: Desk): Promise<OwnText> {
  const book = await codebookOf(desk);
  return paragraphs(
    codebookTable(book),
    safe`Counted over the newest rows at hand. Confidence is the lower bound of the 95 % Wilson interval of the share of rows that agree.`,
    settlingWords(book),
  );
}

function unknownName(wanted: CallerText, name: string): InvalidArgument {
  return new InvalidArgument(
    didYouMean(trusted`There is no topic or metric ${callerQuotation(wanted)}`, name, NAMES, {
      listed: [...TOPICS.map((topic) => trusted`${topic}`), trusted`and metrics such as missed or first_response`],
    }),
  );
}
