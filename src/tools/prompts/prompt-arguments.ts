import { didYouMean } from '../../model/text/did-you-mean.ts';
import { InvalidArgument } from '../../model/errors.ts';
import { ChatId } from '../../model/ids.ts';
import { periodNamed } from '../../model/calendar/period-name.ts';
import { trusted, type CallerText, type ProgramText, type TrustedText } from '../../model/text/trusted-text.ts';
import { zoneCalled } from '../../answers/selection/arguments.ts';
import { callerLine, callerQuotation } from '../../privacy/cleaned-text.ts';
import { agents, bots, chatIds, endpoints, periods, timezones, visitors } from '../../answers/selection/completions.ts';
import type { PromptArgument } from './prompt.ts';

const MAX_CHARACTERS = 200;

function quoted(value: CallerText): string {
  return callerQuotation(value, MAX_CHARACTERS);
}

/** A value of a list, in quotes. Throws InvalidArgument with the closest one. */
function oneOf(what: ProgramText, valid: readonly TrustedText[], value: CallerText): string {
  if (valid.some((one) => String(one) === value)) return quoted(value);
  throw new InvalidArgument(didYouMean(trusted`There is no ${what} "${callerLine(value, 60)}"`, value, valid));
}

export const periodArgument: PromptArgument = {
  description: 'Such as last_week, this_month, 2026-W46 or 2026-Q3.',
  complete: periods,
  shown: (value) => {
    periodNamed(value);
    return quoted(value);
  },
};

export const timezoneArgument: PromptArgument = {
  description: "IANA name, such as Europe/Oslo; default: the desk's zone.",
  complete: timezones,
  shown: (value) => `"${zoneCalled(value).id}"`,
};

export const agentArgument: PromptArgument = {
  description: 'Id, email or name of an agent.',
  complete: agents,
  shown: quoted,
};

export const visitorArgument: PromptArgument = {
  description: 'Id, email, phone or name of a visitor.',
  complete: visitors,
  shown: quoted,
};

export const chatIdArgument: PromptArgument = {
  description: 'Id of a chat, as list_chats shows it.',
  complete: chatIds,
  isNumber: true,
  shown: (value) => {
    const { data: chatId } = ChatId.safeParse(/^\d{1,16}$/.test(value) ? Number(value) : undefined);
    if (chatId !== undefined) return `${chatId}`;
    throw new InvalidArgument(
      trusted`"${callerLine(value, 60)}" is not the id of a chat.`,
      'Ids are positive whole numbers, as in list_chats.',
    );
  },
};

export const botArgument: PromptArgument = {
  description: 'Name of a configured bot.',
  complete: bots,
  shown: (value, { chatbots }) =>
    oneOf(
      trusted`bot`,
      (chatbots?.bots ?? []).map(({ name }) => name),
      value,
    ),
};

export const endpointArgument: PromptArgument = {
  description: 'Name of one of its endpoints.',
  complete: endpoints,
  shown: (value, { chatbots }, { bot }) =>
    oneOf(
      trusted`endpoint of this bot called`,
      (chatbots?.bots ?? [])
        .filter(({ name }) => bot === undefined || String(name) === bot)
        .flatMap(({ endpoints: all }) => all.map(({ name }) => name)),
      value,
    ),
};

export const sessionArgument: PromptArgument = {
  description: 'Id of the running session.',
  shown: quoted,
};
