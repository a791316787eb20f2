import { trusted } from '../../model/text/trusted-text.ts';
import { requireScope } from '../../model/tool-scopes.ts';
import { z } from 'zod';
import { PLAN_BASES } from '../../model/coverage.ts';
import { omitUndefined } from '../../model/omit-undefined.ts';
import { CallerText } from '../../model/text/trusted-text.ts';
import { periodArguments, periodAt } from '../../answers/selection/arguments.ts';
import { statusOf } from './status.ts';
import { aboutWords } from './about.ts';
import { planData, planOf, planWords } from './plan.ts';
import { statusData, StatusShape } from './status-data.ts';
import { hindranceWords, statusWords } from './status-words.ts';
import { defineTool, READ_ONLY } from '../../answers/tool.ts';

const { from, to, timezone } = periodArguments;

export const getServiceStatus = defineTool({
  name: 'get_service_status',
  title: 'Service status',
  description:
    'What is loaded and how old it is, the request limit, what a question would cost, and what codes and figures mean. Makes no requests.',
  input: z.strictObject({
    plan_for: periodArguments.period.describe('A period, as in list_chats: what loading it would cost.'),
    from,
    to,
    timezone,
    about: CallerText.max(200).optional().describe('codebook, definitions, answers, or metrics such as missed.'),
  }),
  output: StatusShape.extend({
    plan: z
      .strictObject({
        from: z.string(),
        to: z.string(),
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
    const texts = [
      ...(plan === undefined
        ? []
        : [`${planWords(plan, status.budget.perMinute, question)}${hindranceWords(status, desk, question.isLast)}`]),
      ...(told === undefined ? [] : [told]),
    ];
    return {
      text: texts.length === 0 ? statusWords(status, desk, question.isLast) : texts.join('\n\n'),
      data: () => omitUndefined({ ...statusData(status, desk), plan: plan && planData(plan) }),
    };
  },
});
