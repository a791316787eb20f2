import { FIXED_RESOURCES } from './fixed-resources.ts';
import { RECORD_RESOURCES } from './record-resources.ts';
import type { ChatResource } from './protocol/resource.ts';

/** Every resource, in the order in which they are listed. */
export const RESOURCES: readonly ChatResource[] = [...FIXED_RESOURCES, ...RECORD_RESOURCES];
