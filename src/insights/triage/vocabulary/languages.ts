import type { Vocabulary } from './word-groups.ts';
import { arabic } from './arabic.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { german } from './german.ts';
import { japanese } from './japanese.ts';
import { norwegian } from './norwegian.ts';
import { portuguese } from './portuguese.ts';
import { spanish } from './spanish.ts';

/** All of them are looked for in every message: many mix two, and short ones give no language away. */
export const VOCABULARIES: readonly Vocabulary[] = [
  english,
  german,
  french,
  spanish,
  portuguese,
  norwegian,
  japanese,
  arabic,
];
