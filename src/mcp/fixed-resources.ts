import { paragraphs } from './protocol/token-budget.ts';
import { allDefinitions } from './performance/definition-words.ts';
import { statusOf, statusWords } from './status/status-words.ts';
import { codebook } from './status/codebook-resource.ts';
import { asOfWords, fixedResource, PRIVATE, type ChatResource } from './protocol/resource.ts';

const definitions = fixedResource(
  {
    uri: 'chat://definitions',
    name: 'definitions',
    title: 'Definitions of the metrics',
    description: 'What each figure means, over what it is computed, and what cannot be computed here.',
    cacheHint: { ttlMs: 86_400_000, cacheScope: 'public' },
  },
  () => Promise.resolve(allDefinitions()),
);

const status = fixedResource(
  {
    uri: 'chat://status',
    name: 'status',
    title: 'Status',
    description: 'What is at hand and how fresh it is, the request budget, and what the codes mean.',
    cacheHint: PRIVATE,
  },
  async (desk) => paragraphs(statusWords(await statusOf(desk), desk), asOfWords(desk, desk.clock())),
);

export const FIXED_RESOURCES: readonly ChatResource[] = [definitions, codebook, status];
