import { safe, type OwnText } from '../../privacy/safe-text.ts';
import type { WebhookOutcome } from '../../upstream/webhook/webhook.ts';

/** Words the outcome of a webhook call, and what to do next. The service's own words are not repeated. */
export function outcomeWords({ outcome, status }: WebhookOutcome): OwnText {
  switch (outcome) {
    case 'accepted':
      return safe`Accepted (HTTP ${status}): the service took it. Whether the flow has run shows in the conversation; the service does not report it. Do not send it again.`;
    case 'refused':
      return safe`Refused (HTTP ${status}): ${refusalWords(status)}`;
    case 'unknown':
      return safe`Unknown${status === undefined ? safe`` : safe` (HTTP ${status})`}: ${causeWords(status)}, but the data may have been taken. It is not sent again by itself. Ask the person to look at the conversation before it is sent once more.`;
  }
}

const ELSEWHERE = safe`the service points to another address, which is never followed, since the token would go there, too`;

function causeWords(status: number | undefined): OwnText {
  if (status === undefined) return safe`no answer came`;
  if (status < 400) return ELSEWHERE;
  return status < 500 ? safe`it took too long` : safe`the service failed`;
}

/** Words what a status suggests, where nothing is documented (specification, section 7), and what can be done. */
function refusalWords(status: number): OwnText {
  if (status < 400) {
    return safe`${ELSEWHERE}. The person who runs this server has to correct the webhook host; sending again before that will not help.`;
  }
  switch (status) {
    case 401:
      return safe`the token was not accepted. It may have been refreshed in the settings of the bot: the person who runs this server puts the new one in: into its file, which is read at each sending, or into its variable, before a restart. Sending again before that will not help.`;
    case 403:
      return safe`the service does not allow it. No such session may be running, or the token was refreshed in the settings of the bot. Ask for the id of a running session; if it is right, the person who runs this server compares the token.`;
    case 404:
    case 410:
      return safe`no such session is running, or the bot has no such endpoint any more. Sessions end: ask for the id of a running one. If the id is right, the endpoint's name has to be compared with the settings of the bot.`;
    case 413:
      return safe`the data is too large for the service. Hand over less.`;
    case 429:
      return safe`there were too many calls. After a minute it may be sent once more.`;
    default:
      return safe`the service did not take it. Check the session id and the data; if they are right, the person who runs this server compares bot, token and endpoint with the settings of the bot.`;
  }
}
