import { fixedResource, PRIVATE } from '../../answers/resource.ts';
import { statusOf } from './status.ts';
import { statusWords } from './status-words.ts';

/** `chat://status`: what is loaded, the request limit, and which codes are known. */
export const status = fixedResource(
  {
    uri: 'chat://status',
    name: 'status',
    title: 'Status',
    description: 'What is loaded and how old it is, the request limit, and which codes are known.',
    tool: 'get_service_status',
    cacheHint: PRIVATE,
  },
  async (desk, { isLast }) => statusWords(await statusOf(desk), desk, isLast),
);
