import { z } from 'zod';
import { allDefinitions } from '../figures/definition-words.ts';
import { PLAN_BASES, type Plan } from '../../model/coverage.ts';
import { PERIOD_NAMES, utcDaysOf } from '../../model/calendar/period.ts';
import { ownWord, safe, OwnText } from '../../privacy/safe-text.ts';
import { sampleMissing } from '../figures/sample-ahead.ts';
import type { Desk } from '../desk.ts';
import { seconds, type Seconds } from '../../model/time/units.ts';
import { periodArguments, periodAt } from '../selection/arguments.ts';
import { paragraphs } from '../protocol/token-budget.ts';
import { statusOf } from './status.ts';
import { statusData, StatusShape, statusWords } from './status-words.ts';
import { durationWords, periodWords, rounded } from '../words/quantities.ts';
import { asOfWords } from '../protocol/resource.ts';
import { defineTool, READ_ONLY } from '../protocol/tool.ts';

const { from, to, timezone } = periodArguments;

export const getServiceStatus = defineTool({
  name: 'get_service_status',
  title: 'Service status',
  description:
    'What is at hand and how fresh it is, the request budget, the codebook; for a period, also what a question about its chats would cost: requests and time. Asks the service nothing.',
  input: z.strictObject({
    plan_for: z.enum(PERIOD_NAMES).optional(),
    from,
    to,
    timezone,
    explain_figures: z.boolean().default(false).describe('Also what each figure means.'),
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
  answer: async ({ plan_for, explain_figures: explains, ...days }, desk, question) => {
    const status = await statusOf(desk);
    const isPlanned = plan_for !== undefined || days.from !== undefined || days.to !== undefined;
    const period = isPlanned ? periodAt({ ...days, period: plan_for }, undefined, desk) : undefined;
    const plan = period && (await desk.archive.chats.plan([utcDaysOf(period, desk.clock())]));
    const sample = period === undefined ? 0 : await sampleMissing(period, desk, question.signal);
    const transcripts = { requests: sample, seconds: await timeForTranscripts(sample, desk) };
    const fits = plan !== undefined && plan.basis !== 'at least' && plan.seconds <= desk.answerWithin;
    return {
      text: paragraphs(
        statusWords(status, desk, question.isLast),
        period &&
          plan &&
          safe`**Plan for ${periodWords(period)}**: ${planWords(plan, fits)}${transcriptWords(transcripts)}`,
        explains ? allDefinitions() : undefined,
        asOfWords(desk, desk.clock()),
      ),
      data: () => ({
        ...statusData(status, desk),
        ...(period &&
          plan && {
            plan: {
              from: ownWord(period.from),
              to: ownWord(period.to),
              requests: plan.requests,
              seconds: rounded(plan.seconds, 0),
              basis: plan.basis,
              fits_one_answer: fits,
              transcripts: { requests: sample, seconds: rounded(transcripts.seconds, 0) },
            },
          }),
      }),
    };
  },
});

/** The time of so many transcripts, from now on; none where none are missing. */
async function timeForTranscripts(count: number, { archive }: Desk): Promise<Seconds> {
  return count === 0 ? seconds(0) : archive.transcripts.timeFor(count);
}

/** First response and its like rest on a sample of transcripts, which an answer does not wait for to the end. */
function transcriptWords({ requests, seconds }: { readonly requests: number; readonly seconds: Seconds }): OwnText {
  return requests === 0
    ? safe` The transcripts of its random sample are at hand.`
    : safe` First response and what else transcripts tell: ${requests} more requests for a random sample, about ${durationWords(Math.max(1, seconds))}.`;
}

const CONTINUES = safe`An answer comes in time with what is read by then; reading goes on for two minutes after it, and asking again continues. A shorter period takes less.`;

function planWords({ missing, requests, seconds, basis }: Plan, fits: boolean): OwnText {
  const days = safe`for ${missing} UTC ${missing === 1 ? safe`day that is` : safe`days that are`} missing or may have changed`;
  const cost = safe`${requests} requests, about ${durationWords(Math.max(1, seconds))}, ${days}`;
  switch (basis) {
    case 'nothing':
      return safe`all of its chats are at hand.`;
    case 'at least':
      return safe`at least ${requests} requests ${days}; how many chats there are is known when the first pages are read. ${CONTINUES}`;
    case 'learned':
    case 'guess':
      return safe`about ${cost} (${basis === 'learned' ? safe`from the page size and volume seen` : safe`a guess: too little has been read yet to know page size and volume`}). ${fits ? safe`It fits into one answer.` : safe`It does not fit into one answer. ${CONTINUES}`}`;
  }
}
