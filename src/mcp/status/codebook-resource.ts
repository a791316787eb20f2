import { safe } from '../../privacy/safe-text.ts';
import { codebookOf } from '../desk.ts';
import { paragraphs } from '../protocol/token-budget.ts';
import { codebookTable, settlingWords } from '../words/codebook-words.ts';
import { asOfWords, fixedResource, PRIVATE } from '../protocol/resource.ts';

/** `chat://codebook`: the meaning of the integer codes on this desk (design, "What the specification does not say"). */
export const codebook = fixedResource(
  {
    uri: 'chat://codebook',
    name: 'codebook',
    title: 'Codebook',
    description: 'What the integer codes of the service mean on this desk, and what proves it.',
    cacheHint: PRIVATE,
  },
  async (desk) => {
    const book = await codebookOf(desk);
    return paragraphs(
      codebookTable(book),
      safe`Counted over the newest rows at hand. Confidence is the lower bound of the 95 % Wilson interval of the share of rows that agree.`,
      settlingWords(book),
      asOfWords(desk, desk.clock()),
    );
  },
);
