/** Of the user `postgres` of the tests' servers. */
export const POSTGRES_PASSWORD = 'canary-postgres-4711';

/** Secrets that tests work with, by what a finding calls them. They may show in no output, answer, log, archive or dump. */
export const SECRET_CANARIES: Readonly<Record<string, string>> = {
  'the password of the super admin': 'sandbox-super-admin',
  'the password of the admin': 'sandbox-admin',
  'the password of the agent': 'sandbox:ägent',
  'the token of the bot': 'sandbox-webhook-',
  'the password of the PostgreSQL server': POSTGRES_PASSWORD,
  'a secret in a setting': 'canary-secret',
  'a password of a client': 'canary-password-4711',
  'a wrong password': 'wrong-password-4711',
  'a token of a webhook': 'canary-token-0815',
};
