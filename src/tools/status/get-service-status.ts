import { trusted } from '../../model/text/trusted-text.ts';
import { requireScope } from '../../model/tool-scopes.ts';
import { z } from 'zod';
import { PLAN_BASES } from '../../model/coverage.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { CallerText } from '../../model/text/trusted-text.ts';
import { OwnText } from '../../privacy/safe-text.ts';
import { periodArguments, periodAt } from '../../answers/selection/arguments.ts';
import { paragraphs } from '../../answers/token-budget.ts';
import { statusOf } from './status.ts';
import { aboutWords } from './about.ts';
import { planData, planOf, planWords } from './plan.ts';
import { askingWords, statusData, StatusShape, statusWords } from './status-words.ts';
import { asOfWords } from '../../answers/resource.ts';
import { defineTool, READ_ONLY } from '../../answers/tool.ts';

const { from, to, timezone } = periodArguments;

export const getServiceStatus = defineTool({
  name: 'get_service_status',
  title: 'Service status',
  description:
    'What is at hand and how fresh it is, and the request budget; what a question about a period would cost in requests and time; what words, figures and codes of answers mean. Asks the service nothing.',
  input: z.strictObject({
    plan_for: periodArguments.period.describe('A period, as in list_chats.'),
    from,
    to,
    timezone,
    about: CallerText.max(200)
      .optional()
      .describe('Only what words mean: definitions, answers, codebook, or figures by name, such as missed_rate.'),
  }),
  output: StatusShape.extend({
    plan: z
      .strictObject({
        from: OwnText,
        to: OwnText,
        requests: z.number(),
        seconds: z.number(),
        basis: z.enum(PLAN_BASES),
        fits_one_answer: z.boolean(),
        transcripts: z.strictObject({ requests: z.number(), seconds: z.number() }),
      })
      .optional(),
  }),
  annotations: READ_ONLY,
  answer: async ({ plan_for, about, ...days }, desk, question) => {
    const told = about === undefined ? undefined : await aboutWords(about, desk);
    const status = await statusOf(desk);
    const isPlanned = plan_for !== undefined || days.from !== undefined || days.to !== undefined;
    if (isPlanned) requireScope('chats:read', desk.caller, trusted`A plan for chats`);
    const period = isPlanned ? periodAt({ ...days, period: plan_for }, desk.clock(), desk) : undefined;
    const plan = period && (await planOf(period, desk, question));
    const asOf = asOfWords(desk, desk.clock());
    return {
      text:
        plan !== undefined
          ? paragraphs(planWords(plan, question), askingWords(status, desk, question.isLast), told, asOf)
          : (told ?? paragraphs(statusWords(status, desk, question.isLast), asOf)),
      data: () => omitUndefined({ ...statusData(status, desk), plan: plan && planData(plan) }),
    };
  },
});
