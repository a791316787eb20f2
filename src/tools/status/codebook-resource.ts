import { fixedResource, PRIVATE } from '../../answers/resource.ts';
import { codebookPage } from './about.ts';

/** `chat://codebook`: the meaning of the integer codes on this desk (design, "What the specification does not say"). */
export const codebook = fixedResource(
  {
    uri: 'chat://codebook',
    name: 'codebook',
    title: 'Codebook',
    description: "What the service's integer codes mean on this desk, and the evidence.",
    tool: 'get_service_status',
    cacheHint: PRIVATE,
  },
  codebookPage,
);
