import { FIXED_RESOURCES } from './fixed.ts';
import { RECORD_RESOURCES } from './records.ts';
import type { ChatResource } from './resource.ts';

/** Every resource, in the order in which they are listed. */
export const RESOURCES: readonly ChatResource[] = [...FIXED_RESOURCES, ...RECORD_RESOURCES];
