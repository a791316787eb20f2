import type { Coverage } from '../../model/coverage.ts';
import { AgentId } from '../../model/ids.ts';
import type { Question } from '../../model/progress.ts';
import type { Agent } from '../../model/records.ts';
import type { EpochMillis } from '../../model/time/units.ts';
import type { Upstream } from '../../upstream/client.ts';
import type { Lists, WholeList } from '../walking/whole-lists.ts';
import { agentRecordFrom, agentRow } from '../schema/row-conversion.ts';
import { keepWhileUnchanged } from '../tables/revision.ts';
import type { Looked, RecordSources, SingleRecords } from './single-records.ts';
import { statement } from '../tables/statement.ts';
import type { AccountTables } from '../tables/tables.ts';
import { Unkept } from './unkept.ts';

const LISTED = statement((tables) => tables.agents().orderBy('agent_id').selectAll());

/** The agents of the desk. */
export class Agents {
  readonly #tables: AccountTables;
  readonly #lists: Lists;
  readonly #singles: SingleRecords;
  readonly #list: WholeList<Agent, 'agents'>;
  readonly #upstream: Upstream;
  readonly #unkept = new Unkept<Agent>();
  readonly #all: () => Promise<readonly Agent[]>;

  constructor(sources: RecordSources) {
    const { tables, upstream, clock, maximumAges } = sources;
    ({ tables: this.#tables, lists: this.#lists, singles: this.#singles, upstream: this.#upstream } = sources);
    this.#all = keepWhileUnchanged(tables, 'records', async () => (await LISTED(tables, {})).map(agentRecordFrom));
    this.#list = {
      list: 'agents',
      what: 'pages of agents',
      maximumAge: maximumAges.agents,
      fetch: (page, context) => upstream.listAgents(page, context),
      idOf: ({ agentId }) => agentId,
      arrivalOf: ({ agentId }) => agentId,
      rowOf: agentRow,
      readOne: async (id, ask) => {
        const { answer, at } = await ask((context) => upstream.getAgent(AgentId.parse(id), context));
        await this.#keep(answer, at, clock());
      },
    };
  }

  /** Reads the list when it is too old, until the question's deadline. Throws what upstream throws when it is unknown. */
  cover(question: Question): Promise<Coverage> {
    return this.#lists.cover(this.#list, question);
  }

  /** The coverage of the list. Nothing is read for it. */
  coverageOf(): Promise<Coverage> {
    return this.#lists.coverageOf('agents');
  }

  /** The agents at hand, by id: the same array while nothing changes. */
  all(): Promise<readonly Agent[]> {
    return this.#all();
  }

  /** Reads one agent by id, for logins that may not list. Throws RecordNotFound and what else upstream throws. */
  read(agentId: AgentId, question: Question): Promise<Looked<Agent>> {
    return this.#singles.read(
      {
        key: `agent ${agentId}`,
        what: 'agents',
        stored: async () => {
          const row = await this.#tables.kept.agents().where('agent_id', '=', agentId).selectAll().executeTakeFirst();
          return row && { record: agentRecordFrom(row), fetchedAt: row.seen_at };
        },
        isFinal: () => false,
        fetch: (context) => this.#upstream.getAgent(agentId, context),
        refuseErased: () => Promise.resolve(),
        unkept: this.#unkept,
        keep: (agent, seenAt, now) => this.#keep(agent, seenAt, now),
      },
      this.#list.maximumAge,
      question,
    );
  }

  async #keep(agent: Agent, seenAt: EpochMillis, now: EpochMillis): Promise<void> {
    await this.#tables.keepSeen('agents', [agentRow(agent, this.#tables.account, seenAt)], now);
  }
}
