import { NOT_SHOWN, type Coverage } from '../../model/coverage.ts';
import { ChatOperationsError, NotAmongOwn } from '../../model/errors.ts';
import { emailIdentity } from '../../model/person.ts';
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
  async cover(question: Question): Promise<Coverage> {
    if (this.#tables.shown.chats === 'none') return NOT_SHOWN;
    return this.#lists.cover(this.#list, question);
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
