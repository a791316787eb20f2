import type { Random } from '../random.ts';

/** Types a sentence the way people do: mostly right, sometimes without capitals, now and then with a slip. */
export function handwrite(random: Random, sentence: string): string {
  const mood = random.next();
  if (mood < 0.08) return sentence.toLowerCase();
  if (mood < 0.14) return swapTwoLetters(random, sentence);
  if (mood < 0.17) return sentence.replace(/[.]$/u, '!!');
  if (mood < 0.21) return sentence.replace(/[.]$/u, '');
  return sentence;
}

function swapTwoLetters(random: Random, sentence: string): string {
  const places = [...sentence.matchAll(/[a-z](?=[a-z])/g)];
  if (places.length === 0) return sentence;
  const { index } = random.pick(places);
  return `${sentence.slice(0, index)}${sentence.charAt(index + 1)}${sentence.charAt(index)}${sentence.slice(index + 2)}`;
}
