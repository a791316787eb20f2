import { configureGlobal } from 'fast-check';

/** One seed for `npm test`, so that it tells of a change and not of chance; the exhaustive suites draw theirs. */
configureGlobal({ seed: 1 });
