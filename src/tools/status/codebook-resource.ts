import { paragraphs } from '../../answers/token-budget.ts';
import { codebookPage } from './about.ts';
import { asOfWords, fixedResource, PRIVATE } from '../../answers/resource.ts';

/** `chat://codebook`: the meaning of the integer codes on this desk (design, "What the specification does not say"). */
export const codebook = fixedResource(
  {
    uri: 'chat://codebook',
    name: 'codebook',
    title: 'Codebook',
    description: 'What the integer codes of the service mean on this desk, and what proves it.',
    tool: 'get_service_status',
    cacheHint: PRIVATE,
  },
  async (desk) => paragraphs(await codebookPage(desk), asOfWords(desk, desk.clock())),
);
