import { z } from 'zod';
import { didYouMean } from '../model/text/did-you-mean.ts';
import { CallerText, DeskText, quotation, trusted } from '../model/text/trusted-text.ts';

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** Words what is wrong with a value, to go on after "The setting timezone". The value may be a secret and is left out. */
export function issueWords(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${TYPES[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be one of ${issue.values.join(', ')}`;
    case 'too_small':
      return 'is empty';
    case 'too_big':
      return `is longer than ${issue.maximum}`;
    case 'invalid_key':
      return issue.issues[0]?.message;
    case 'unrecognized_keys': {
      const [key = ''] = issue.keys;
      const valid = issue.inst instanceof z.ZodObject ? Object.keys(issue.inst.shape) : [];
      const said = trusted`has no key "${quotation(CallerText.parse(key))}"`;
      return didYouMean(said, key, DeskText.array().parse(valid));
    }
    default:
      return undefined;
  }
}
