import { exportAgent, exportVisitor } from '../../archive/care/export.ts';
import { openExistingStore } from '../../archive/store.ts';
import type { ArchivePlace } from '../../config/read.ts';
import { InvalidArgument } from '../../model/errors.ts';
import { AgentId, VisitorId } from '../../model/ids.ts';
import { createLog } from '../log.ts';
import type { Run } from '../run.ts';

/** Whom to export: one of the two. */
interface ExportFlags {
  readonly visitor?: number;
  readonly agent?: number;
}

/** Prints everything that an archive holds of a visitor or an agent, as JSON. Throws InvalidArgument for neither, and ArchiveUnusable. */
export async function archiveExport(place: ArchivePlace, { visitor, agent }: ExportFlags, run: Run): Promise<void> {
  if (visitor === undefined && agent === undefined) {
    throw new InvalidArgument('Nobody is named to export.', 'Add --visitor ID or --agent ID.');
  }
  const telling = { tell: createLog(place.log_level, run.errors).warn, clock: run.clock };
  const store = await openExistingStore(place.archive, place.owner, telling);
  try {
    const { tables, owner } = store;
    const stored =
      visitor === undefined
        ? await exportAgent(tables, AgentId.parse(agent))
        : await exportVisitor(tables, VisitorId.parse(visitor));
    const whose = visitor === undefined ? { agent_id: agent } : { visitor_id: visitor };
    run.output.write(`${JSON.stringify({ service: owner.origin, login: owner.login, ...whose, stored }, null, 2)}\n`);
    if (Object.values(stored).every((rows) => rows.length === 0)) {
      run.errors.write('Nothing of them is stored. Check the id: it is the one that answers give.\n');
    }
  } finally {
    await store.close();
  }
}
