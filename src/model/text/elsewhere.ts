/**
 * What people and other programs call the commands, flags, arguments, settings and values of this one: a name, and its other names
 * with `_` between words. Where a row begins with several names, the first one that is valid counts. A word may be in several rows.
 */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  // Arguments and flags of a period, and its values.
  'period from': 'last days range date_range time_range time_period timeframe time_frame when interval',
  'from period': 'since start start_date start_time start_at date date_from from_date begin after created_after day',
  to: 'until end end_date end_time end_at date_to to_date before created_before',
  last_7_days: '7d 7 1w week 7_days past_week past_7_days',
  last_30_days: '30d 30 1m month 30_days past_month past_30_days',
  last_90_days: '90d 90 3m quarter 90_days past_quarter past_90_days',
  timezone: 'tz zone time_zone',
  compare_to: 'compare versus vs baseline against comparison',
  // Arguments and flags of a selection.
  agent: 'agent_id agent_name agent_email user operator assignee owner employee rep staff',
  visitor: 'visitor_id visitor_name visitor_email user customer customer_id client contact',
  query: 'q search text keyword keywords term phrase filter',
  'query visitor agent': 'name',
  'limit size': 'count n max max_results per_page page_size size top first num rows limit',
  cursor: 'page offset skip next next_page page_token next_cursor',
  'order_by order': 'sort sort_by orderby order_by order',
  group_by: 'group by breakdown split_by dimension dimensions',
  'metrics metric': 'metric metrics measure measures kpi kpis figures',
  min_rating: 'rating stars score',
  max_rating: 'rating stars score',
  'chat_id offline_message_id': 'id',
  chat_id: 'chat conversation conversation_id ticket ticket_id',
  offline_message_id: 'message message_id offline_message',
  state: 'status unread unanswered',
  // Settings and other flags.
  base_url: 'url host server address api_url endpoint domain',
  email: 'user username login mail',
  password_file: 'password pass pwd secret',
  password_stdin: 'password pass pwd',
  archive: 'db database storage store cache path data_dir',
  config: 'config_file conf settings c',
  log_level: 'verbose debug quiet silent level v q d',
  requests_per_minute: 'rpm rate rate_limit max_requests',
  'within answer_within': 'timeout deadline',
  ca_file: 'ca cert cacert ca_cert certificate',
  host: 'bind listen address hostname interface',
  port: 'p',
  hosts: 'host client clients assistant assistants',
  yes: 'y force assume_yes no_confirm non_interactive no_interactive',
  watch: 'follow continuous daemon w',
  transcripts: 'all full',
  size: 'users chats records',
  scopes: 'scope permission permissions role roles',
  expires: 'expiry expires_in ttl valid_for',
  json: 'format raw',
  format: 'json html md markdown f',
  // Commands, tools and prompts.
  setup: 'init install login configure connect onboard auth signin',
  settings: 'config configuration options env',
  doctor: 'check test diagnose diagnostics verify validate health troubleshoot ping',
  stdio: 'serve server start run mcp launch',
  http: 'serve server start listen web daemon',
  call: 'ask tool invoke exec',
  tools: 'list ls functions',
  read: 'resource resources show cat get',
  sync: 'fetch download pull import load refresh update',
  report: 'weekly summary digest',
  demo: 'try example play',
  sandbox: 'mock fake simulator',
  help: 'man manual usage commands docs',
  token_create: 'key keys apikey api_key',
  'status archive_status': 'status info',
  get_service_status: 'status info',
  get_support_performance: 'performance stats statistics metrics kpi',
  get_chat_transcript: 'transcript conversation',
  create: 'add new make generate issue',
  revoke: 'remove delete rm invalidate',
  list: 'ls show',
  'copy archive_copy': 'backup export dump migrate',
  'erase archive_erase': 'delete remove forget purge rm clear',
  'audit archive_audit': 'log logs history',
  'start_anew archive_start_anew': 'reset repair restore',
};

/** The rows of the table by each of the other names, as names are compared. */
let rows: ReadonlyMap<string, readonly (readonly string[])[]> | undefined;

/**
 * Returns what this program calls what is called `other` elsewhere: of each list, the first name that is valid where it was typed.
 * All are in lower case, with spaces between words.
 */
export function calledElsewhere(other: string): readonly (readonly string[])[] {
  rows ??= byOtherName();
  return rows.get(other) ?? [];
}

function byOtherName(): ReadonlyMap<string, readonly (readonly string[])[]> {
  const pairs = Object.entries(OTHER_NAMES).flatMap(([names, others]) =>
    others.split(' ').map((other) => [spaced(other), names.split(' ').map(spaced)] as const),
  );
  const byOther = Map.groupBy(pairs, ([other]) => other);
  return new Map([...byOther].map(([other, all]) => [other, all.map(([, names]) => names)]));
}

function spaced(name: string): string {
  return name.replaceAll('_', ' ');
}
