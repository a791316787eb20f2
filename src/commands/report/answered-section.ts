import { omitUndefined } from '../../model/omit-undefined.ts';
import type { Block, Section } from './section.ts';
import { NotAnswered, type Asked, type Part } from './whole-answers.ts';

/** A section of what an answer tells, or of why there is none. */
export function sectionOf<Data>(
  heading: string,
  part: Part<Data>,
  blocksOf: (asked: Asked<Data>) => readonly Block[],
  place?: Section['place'],
): Section {
  return omitUndefined({ heading, blocks: part instanceof NotAnswered ? [part.message] : blocksOf(part), place });
}
