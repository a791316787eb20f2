import { config } from 'zod/v4/core';

// Zod compiles the parser of each object when it is first used, which takes a start longer than a server gains by it: records of the
// service are read as fast without. To be imported before any schema is made: what is loaded after a start has this behind it, too.
config({ jitless: true });
