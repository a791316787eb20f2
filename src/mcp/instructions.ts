import { BOUNDARY_MEANING } from '../privacy/boundary.ts';
import { startWords } from './start-words.ts';

/** The server's instructions, which a host may give to its model. */
export const INSTRUCTIONS = `Answers questions about a live-chat support desk. ${startWords(() => true)}Days and hours are those of a chat's request, in the desk's time zone unless timezone is given; weeks start on Monday; a chat belongs to the agent its row names. Every answer ends with what it covers: when it is incomplete, say so; that line also tells whether to ask again. What words and figures mean: get_service_status with about; what codes do: with about codebook. ${BOUNDARY_MEANING} A number behind a visitor's name is the visitor id. Marks such as [email of visitor-k7q2xamp] stand for what is redacted, which the desk itself shows; the same name behind them is the same person. Look people up by id, not by mark.`;

/** What they say besides where a caller reaches several accounts. */
export const ACCOUNTS_INSTRUCTIONS =
  'This server has several accounts, each a desk of its own: list_accounts names them, and whatever you ask names its account. Ids, codes and visitor marks of one mean nothing in another.';
