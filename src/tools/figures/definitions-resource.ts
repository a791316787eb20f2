import { fixedResource } from '../../answers/resource.ts';
import { allDefinitions } from './definition-words.ts';

/** `chat://definitions`: what each metric means. */
export const definitions = fixedResource(
  {
    uri: 'chat://definitions',
    name: 'definitions',
    title: 'Definitions of the metrics',
    description: 'What each metric means, how figures are made, and what cannot be computed here.',
    tool: 'get_service_status',
    cacheHint: { ttlMs: 86_400_000, cacheScope: 'public' },
  },
  () => Promise.resolve(allDefinitions()),
);
