import { asOfWords, fixedResource, PRIVATE } from '../../answers/resource.ts';
import { paragraphs } from '../../answers/token-budget.ts';
import { statusOf } from './status.ts';
import { statusWords } from './status-words.ts';

/** `chat://status`: what is at hand, the request budget, and which codes are settled. */
export const status = fixedResource(
  {
    uri: 'chat://status',
    name: 'status',
    title: 'Status',
    description: 'What is at hand and how fresh it is, the request budget, and which codes are settled.',
    tool: 'get_service_status',
    cacheHint: PRIVATE,
  },
  async (desk, { isLast }) =>
    paragraphs(statusWords(await statusOf(desk), desk, isLast), asOfWords(desk, desk.clock())),
);
