import { BOUNDARY_MEANING } from '../privacy/boundary.ts';

/** The server's instructions, which a host may give to its model. A sentence names at most one tool, so that it can be left out. */
export const INSTRUCTIONS = `Answers questions about a live-chat support desk. Figures: get_support_performance. Chats: list_chats. What was said: search_transcripts. Messages awaiting a reply: list_offline_messages.
${BOUNDARY_MEANING}
If an answer's last line says "Data incomplete", tell the user what is missing, or make the same call again when it says so: loading continues for two minutes. "Data complete" does not mean that all rows are shown.
A chat counts on the day it was requested, in the desk's time zone, and for its last agent. Weeks start on Monday. Wait, duration and ratings cover served chats (all chats minus missed). A line begins with the id of its chat, message or visitor; a number after a visitor's name is the visitor's id. In lines of chats, a name without a number is the agent's. If several people match, ask the user which one. [email], [phone] and the like are redacted; the desk itself shows them. For definitions, call get_service_status with about.`;

/** What they say to a caller of several accounts. */
export const ACCOUNTS_INSTRUCTIONS =
  'This server has several accounts, each with its own desk: list_accounts names them, and every other tool takes one as account. Ids, codes and visitor marks of one account mean nothing in another.';
