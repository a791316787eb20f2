import { loaded } from '../../model/loaded.ts';
import type { JsonSchema, ToolAdvertisement } from '../../answers/callable-tool.ts';
import type { Served, ServedAccount } from '../../answers/desk.ts';

/** The argument that says which account is meant, where a caller reaches several. */
export const ACCOUNT = 'account';
export const ACCOUNT_MEANING = 'Name from list_accounts.';

/** The accounts that are opened at once for a request that is about no one of them. */
export const MOST_ACCOUNTS_OPENED = 5;

/** Whether a caller has to say which account is meant. */
export function hasSeveral({ accounts }: Served): boolean {
  return accounts.length > 1;
}

/** Returns the only account, or the one of a name; undefined where none of those that the caller reaches has it. */
export function accountCalled({ accounts }: Served, name: unknown): ServedAccount | undefined {
  return accounts.length === 1 ? accounts[0] : accounts.find((one) => one.name === name);
}

/** Returns the names of accounts that contain what was typed, of those that the caller reaches. */
export async function accountsMatching({ accounts }: Served, typed: string): Promise<string[]> {
  const { matching } = await loaded(() => import('../../answers/matching.ts'));
  return matching(
    typed,
    accounts.map(({ name }) => name),
  );
}

/** Returns a tool as it is advertised with the account as its first argument. */
export function withAccount(advertised: ToolAdvertisement): ToolAdvertisement {
  const { inputSchema, inputSchemaForViews } = advertised;
  return {
    ...advertised,
    inputSchema: schemaWithAccount(inputSchema),
    ...(inputSchemaForViews && { inputSchemaForViews: schemaWithAccount(inputSchemaForViews) }),
  };
}

function schemaWithAccount({ properties, required, ...schema }: JsonSchema): JsonSchema {
  return {
    ...schema,
    properties: { [ACCOUNT]: { type: 'string', description: ACCOUNT_MEANING }, ...objectOf(properties) },
    required: [ACCOUNT, ...listOf(required)],
  };
}

/** Returns the arguments of a call without the account. */
export function withoutAccount(args: unknown): Record<string, unknown> {
  const { [ACCOUNT]: _, ...rest } = objectOf(args);
  return rest;
}

/** Returns the account that the arguments of a call name; undefined without one. */
export function accountIn(args: unknown): unknown {
  return objectOf(args)[ACCOUNT];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
