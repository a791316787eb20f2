import type { WebhookOutcome } from '../../upstream/webhook/webhook.ts';

/** Words the outcome of a webhook call, and what to do next. The service's own words are not repeated. */
export function outcomeWords({ outcome, status }: WebhookOutcome, isConfirmed: boolean): string {
  switch (outcome) {
    case 'accepted':
      return isConfirmed
        ? `**Sent**: the service accepted it (HTTP ${status}) after the app confirmed. Whether the flow ran shows only in the conversation. Do not send it again.`
        : `**Sent without confirmation**, because this app cannot ask: the service accepted it (HTTP ${status}). Do not send it again.`;
    case 'refused':
      return `**Refused (HTTP ${status})**: ${refusalWords(status)}${unconfirmedWords(isConfirmed)}`;
    case 'unknown':
      return `**Outcome unknown${status === undefined ? '' : ` (HTTP ${status})`}**: ${causeWords(status)}, so the data may have arrived. Do not send it again before the user has checked the conversation.${unconfirmedWords(isConfirmed)}`;
  }
}

function unconfirmedWords(isConfirmed: boolean): string {
  return isConfirmed ? '' : ' It was sent without confirmation, because this app cannot ask.';
}

const ELSEWHERE = 'the service redirects to another address, which is not followed, because the token would go there';

function causeWords(status: number | undefined): string {
  if (status === undefined) return 'no answer came';
  if (status < 400) return ELSEWHERE;
  return status < 500 ? 'the call took too long' : 'the service failed';
}

/** Words what a status suggests, where nothing is documented (specification, section 7), and what can be done. */
function refusalWords(status: number): string {
  if (status < 400) {
    return `${ELSEWHERE}. Tell the user: the operator has to correct the webhook host. Sending it again before that will not help.`;
  }
  switch (status) {
    case 401:
      return `the service did not accept the token, which may have been refreshed in the bot's settings. Tell the user: the operator has to put the new token into its file, which is read at each call, or into its variable, and then restart the server. Sending it again before that will not help.`;
    case 403:
      return `the service does not allow it. The session may have ended, or the token may have been refreshed in the bot's settings. Ask the user for a running session; if the id is right, the operator has to compare the token.`;
    case 404:
    case 410:
      return `no such session is running, or the bot no longer has this endpoint. Ask the user for a running session; if the id is right, compare the endpoint with the bot's settings.`;
    case 413:
      return 'the data is too large for the service. Send less.';
    case 429:
      return 'there were too many calls. Send it once more after a minute.';
    default:
      return `the service did not accept it. Check the session id and the data; if they are right, the operator has to compare bot, token and endpoint with the bot's settings.`;
  }
}
