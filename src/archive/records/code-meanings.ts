import type { CodeMeaning, CodeName, SaidMeaning } from '../../model/codes.ts';
import type { Clock } from '../../model/time/units.ts';
import { auditCodeMeanings, type Agreement } from '../care/audit.ts';
import { statement } from '../tables/statement.ts';
import type { AccountTables, Tables } from '../tables/tables.ts';

const SAID = statement((tables) => tables.codeMeanings().orderBy('code').orderBy('value').selectAll());

/** What people said that the values of the integer codes mean. No service has it. */
export class CodeMeanings {
  readonly #tables: AccountTables;
  readonly #clock: Clock;

  constructor(tables: AccountTables, clock: Clock) {
    this.#tables = tables;
    this.#clock = clock;
  }

  /** Keeps the meanings of some values of a code in place of earlier ones, with a line of the audit. Throws ArchiveUnusable. */
  async record<Name extends CodeName>(
    code: Name,
    meanings: ReadonlyMap<number, CodeMeaning<Name>>,
    agreement: Agreement,
  ): Promise<void> {
    await this.#tables.transaction(async (tables) => {
      const decidedAt = this.#clock();
      await tables.upsert(
        'code_meanings',
        [...meanings].map(([value, meaning]) => ({
          account: tables.account,
          code,
          value,
          meaning,
          agreed_by: agreement.agreedBy,
          decided_at: decidedAt,
        })),
      );
      await auditCodeMeanings(tables, { [code]: Object.fromEntries(meanings) }, 'recorded', agreement, decidedAt);
    });
  }

  /**
   * Takes back what was said about a code, with a line of the audit. Returns what that was: nothing where nobody has said
   * anything. Throws ArchiveUnusable.
   */
  async takeBack(code: CodeName, agreement: Agreement): Promise<readonly SaidMeaning[]> {
    return this.#tables.transaction(async (tables) => {
      const said = (await saidMeanings(tables)).filter((one) => one.code === code);
      if (said.length === 0) return [];
      await tables.removeByKey(
        'code_meanings',
        said.map(({ value }) => [code, value]),
      );
      const meanings = Object.fromEntries(said.map(({ value, meaning }) => [value, meaning]));
      await auditCodeMeanings(tables, { [code]: meanings }, 'taken_back', agreement, this.#clock());
      return said;
    });
  }
}

/** Everything that people have said about codes. Throws ArchiveUnusable. */
export async function saidMeanings(tables: Tables): Promise<SaidMeaning[]> {
  const rows = await SAID(tables, {});
  return rows.map(({ code, value, meaning, agreed_by: agreedBy, decided_at: decidedAt }) => ({
    code,
    value,
    meaning,
    agreedBy,
    decidedAt,
  }));
}
