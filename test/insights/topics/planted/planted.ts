import { z } from 'zod';
import arabic from './arabic.json' with { type: 'json' };
import english from './english.json' with { type: 'json' };
import french from './french.json' with { type: 'json' };
import german from './german.json' with { type: 'json' };
import japanese from './japanese.json' with { type: 'json' };
import norwegian from './norwegian.json' with { type: 'json' };
import portuguese from './portuguese.json' with { type: 'json' };
import spanish from './spanish.json' with { type: 'json' };

const Texts = z.array(z.string()).readonly();

/** What the visitors of a language say, written by hand and by nobody who looked at a list of stop words meanwhile. */
const Planted = z.strictObject({
  greetings: Texts,
  /** What stands before or after a question, or in its place. */
  small: Texts,
  thanks: Texts,
  subjects: z
    .array(
      z.strictObject({
        /** Finds out whether a term is of this subject. */
        is: z.string().transform((pattern) => new RegExp(pattern, 'i')),
        said: Texts,
      }),
    )
    .readonly(),
});
export type Planted = z.infer<typeof Planted>;

/** A file a language. */
export const BOOKS = z
  .strictObject({
    english: Planted,
    german: Planted,
    french: Planted,
    spanish: Planted,
    portuguese: Planted,
    japanese: Planted,
    norwegian: Planted,
    arabic: Planted,
  })
  .parse({ english, german, french, spanish, portuguese, japanese, norwegian, arabic });

/** So many of the subjects, the first ones, are topics; the others come up now and then. */
export const TOPICS = 8;
