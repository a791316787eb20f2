import { NOT_SHOWN, type Coverage } from '../../model/coverage.ts';
import { ChatOperationsError, NotAmongOwn } from '../../model/errors.ts';
import { emailIdentity } from '../../model/person.ts';
import type { AgentId } from '../../model/ids.ts';
import type { Question } from '../../model/progress.ts';
import type { Agent } from '../../model/records.ts';
import type { Seconds } from '../../model/time/units.ts';
import type { Upstream } from '../../upstream/client.ts';
import type { Lists, WholeList } from '../walking/whole-lists.ts';
import { agentRecordFrom, agentRow } from '../schema/row-conversion.ts';
import { keepWhileUnchanged } from '../tables/revision.ts';
import type { RecordSource } from './record-source.ts';
import type { Looked, RecordPlaces, SingleRecords } from './single-records.ts';
import { statement } from '../tables/statement.ts';
import type { AccountTables } from '../tables/tables.ts';
import { Unkept } from './unkept.ts';

const LISTED = statement((tables) => tables.agents().orderBy('agent_id').selectAll());

/** The list of agents. */
export function agentsList(upstream: Pick<Upstream, 'listAgents'>): WholeList<Agent, 'agents'> {
  return {
    list: 'agents',
    fetch: (page, signal) => upstream.listAgents(page, signal),
    idOf: ({ agentId }) => agentId,
    arrivalOf: ({ agentId }) => agentId,
    rowOf: agentRow,
  };
}

/** The agents of the desk. */
export class Agents {
  readonly #tables: AccountTables;
  readonly #lists: Lists;
  readonly #singles: SingleRecords;
  readonly #source: RecordSource<Agent>;
  readonly #maximumAge: Seconds;
  readonly #unkept = new Unkept<Agent>();
  readonly #all: () => Promise<readonly Agent[]>;

  constructor({ tables, lists, singles, maximumAges }: RecordPlaces, source: RecordSource<Agent>) {
    this.#tables = tables;
    this.#lists = lists;
    this.#singles = singles;
    this.#source = source;
    this.#maximumAge = maximumAges.agents;
    this.#all = keepWhileUnchanged(tables, 'records', async () => (await LISTED(tables, {})).map(agentRecordFrom));
  }

  /** Reads the list when it is too old, until the question's deadline. Throws what upstream throws when it is unknown. */
  async cover(question: Question): Promise<Coverage> {
    if (this.#tables.shown.chats === 'none') return NOT_SHOWN;
    return this.#lists.cover('agents', question);
  }

  /** The coverage of the list. Nothing is read for it. */
  async coverageOf(): Promise<Coverage> {
    if (this.#tables.shown.chats === 'none') return NOT_SHOWN;
    return this.#lists.coverageOf('agents');
  }

  /** The agents at hand, by id: the same array while nothing changes. */
  all(): Promise<readonly Agent[]> {
    return this.#all();
  }

  /**
   * The one listed agent who has an email address; undefined where nobody has it, or several have. With a question the list is read
   * when it is too old; what is at hand counts where that fails. Throws what upstream throws when the list is unknown.
   */
  async withEmail(email: string, question: Question | undefined): Promise<Agent | undefined> {
    if (question !== undefined) {
      try {
        await this.cover(question);
      } catch (error) {
        if (!(error instanceof ChatOperationsError) || (await this.all()).length === 0) throw error;
      }
    }
    const wanted = emailIdentity(email);
    const [agent, another] = (await this.all()).filter((one) => emailIdentity(one.email) === wanted);
    return another === undefined ? agent : undefined;
  }

  /** Reads one agent by id, for logins that may not list. Throws RecordNotFound and what else upstream throws. */
  async read(agentId: AgentId, question: Question): Promise<Looked<Agent>> {
    const { own } = this.#tables;
    if (own !== undefined && own !== agentId) throw new NotAmongOwn('agent', agentId);
    return this.#singles.read(
      {
        source: this.#source,
        id: agentId,
        stored: async () => {
          const row = await this.#tables.kept.agents().where('agent_id', '=', agentId).selectAll().executeTakeFirst();
          return row && { record: agentRecordFrom(row), fetchedAt: row.seen_at };
        },
        isFinal: () => false,
        refuseErased: () => Promise.resolve(),
        unkept: this.#unkept,
      },
      this.#maximumAge,
      question,
    );
  }
}
