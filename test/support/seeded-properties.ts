import { configureGlobal } from 'fast-check';
import { inject } from 'vitest';

/** `npm test` has one seed, so that it fails because of a change and never by chance; the exhaustive suites draw theirs. */
configureGlobal({ seed: inject('seed') ?? 1 });
