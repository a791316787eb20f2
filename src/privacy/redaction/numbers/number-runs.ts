/** Digits of a text that are parted by nothing but separators. */
export interface NumberRun {
  readonly digits: string;
  /** The place of each digit in the text. */
  readonly places: readonly number[];
}

/** The longest gap between the digits of one number, in characters. */
const MAX_GAP = 3;

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/**
 * The runs of digits in a folded text, with at least `fewest` digits. Linear in the text.
 * @param separators the characters that may part digits of one number
 */
export function findNumberRuns(text: string, separators: ReadonlySet<number>, fewest: number): NumberRun[] {
  const runs: NumberRun[] = [];
  let places: number[] = [];
  let digits = '';
  let groupStart = 0;
  let gap = 0;
  const endGroup = (end: number) => {
    if (gap === 0) digits += text.slice(groupStart, end);
  };
  const finish = () => {
    if (places.length >= fewest) runs.push({ digits, places });
    if (places.length > 0) places = [];
    digits = '';
  };
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (isDigit(code)) {
      if (gap > 0 || places.length === 0) groupStart = index;
      places.push(index);
      gap = 0;
    } else if (places.length > 0) {
      endGroup(index);
      gap += 1;
      if (gap > MAX_GAP || !separators.has(code)) {
        finish();
        gap = 0;
      }
    }
  }
  if (places.length > 0) endGroup(text.length);
  finish();
  return runs;
}

/** Whether a digit of a run is the first of its group. */
export function beginsGroup({ places }: NumberRun, index: number): boolean {
  return index === 0 || places[index] !== (places[index - 1] ?? 0) + 1;
}

/** Whether a digit of a run is the last of its group. */
export function endsGroup(run: NumberRun, index: number): boolean {
  return index === run.places.length - 1 || beginsGroup(run, index + 1);
}

export function separators(characters: string): ReadonlySet<number> {
  return new Set(Array.from(characters, (character) => character.charCodeAt(0)));
}
