import { randomBytes } from 'node:crypto';
import type { ServerSettings } from '../config/read.ts';
import type { Serve } from '../http/endpoints.ts';
import { startHttpServer, type HttpServer } from '../http/http-server.ts';
import { createMetrics } from '../http/observed/metrics.ts';
import { requestLog } from '../http/observed/request-log.ts';
import { CallsOfRequests, watchingFor } from '../http/observed/watching.ts';
import type { Served } from '../answers/desk.ts';
import type { Observer } from '../answers/observer.ts';
import { CallerChanges } from '../mcp/subscriptions/caller-changes.ts';
import { CallRate } from '../mcp/call-rate.ts';
import { viewPage } from '../mcp/view-pages.ts';
import { callBehind } from '../mcp/request-target.ts';
import { serversFor, type CreateServer } from '../mcp/server.ts';
import type { Caller } from '../model/caller.ts';
import { mapKnown } from '../model/omit-undefined.ts';
import { isReachedFromElsewhere } from '../http/reach/hosts.ts';
import { seconds } from '../model/time/units.ts';
import { openIdentities } from './http/identities.ts';
import { createLog } from './log.ts';
import { openAccounts } from './accounts.ts';
import type { Run } from './run.ts';

/** What starts and stops servers waits about 30 seconds before it kills them, and the archive has to be closed, too. */
const DRAIN_WITHIN = seconds(10);

/**
 * Serves the protocol over HTTP until a signal comes. The only account is opened at once, and reads ahead; of several, the first is
 * opened, whose archive holds the tokens, and each other by the first question to it.
 */
export async function http(settings: ServerSettings, run: Run): Promise<void> {
  const { clock, errors } = run;
  const log = createLog(settings.server.log_level, errors);
  for (const warning of settings.warnings) log.warn(warning);
  const accounts = openAccounts(settings, run);
  const [first, ...others] = accounts.names;
  const callRate = new CallRate(settings.server.calls_per_minute);
  let server: HttpServer | undefined;
  try {
    const { desk, archiveOpened, checkArchive, tokens } = await accounts.open(first);
    await archiveOpened;
    const metrics = createMetrics({
      budgets: () => new Map([...accounts.opened].map(([name, { desk: one }]) => [name, one.budget])),
      sessions: () => server?.sessions() ?? 0,
    });
    // Without the archive the sums are this process's own.
    const key = await desk.withArchive(() => desk.archive.pseudonymKey()).catch(() => randomBytes(32));
    // To tell which calls are whose costs every request something: it is left out where nobody reads it.
    const logged = mapKnown(log.request, (line) => ({ watcher: requestLog(line, key), calls: new CallsOfRequests() }));
    const observers = [metrics, accounts.observer, ...(logged === undefined ? [] : [logged.calls])];
    const observer: Observer = { ended: (...call) => observers.forEach((one) => one.ended(...call)) };
    const servedTo = (caller: Caller): Served => {
      const served = accounts.servedTo(caller);
      if (served === undefined) throw new TypeError('who may reach no account is refused before');
      return { ...served, observer, callRate };
    };
    const servers = new WeakMap<Caller, CreateServer>();
    const serve: Serve = (caller, ...request) => {
      const create = servers.get(caller) ?? serversFor(servedTo(caller));
      servers.set(caller, create);
      return create(...request);
    };
    const { identities, words, ...opened } = await openIdentities({
      tokens,
      settings: settings.server,
      accounts: accounts.names,
      isReachedFromElsewhere: isReachedFromElsewhere(settings.server),
      clock,
      log,
    });
    const synced = settings.server.sync ? accounts.names : [];
    const syncs = await Promise.all(synced.map(async (name) => (await accounts.open(name)).startSync()));
    server = await startHttpServer(serve, {
      ...settings.server,
      metrics: metrics.answer,
      watching: watchingFor([metrics, ...(logged === undefined ? [] : [logged.watcher])], logged?.calls),
      checkArchive,
      identities,
      readPage: () => viewPage('desk'),
      onRefused: (caller, asked) => {
        const call = callBehind(servedTo(caller), asked);
        if (call === undefined) return;
        observer.ended(call, { outcome: 'refused', error: 'ScopeMissing', took: seconds(0), upstreamRequests: 0 });
      },
      changesFor: (caller) => new CallerChanges(servedTo(caller)),
      answerWithin: seconds(Math.max(...settings.accounts.map(({ answer_within }) => answer_within))),
      onDisturbance: log.disturbance,
      onFailure: log.failure,
    });
    errors.write(`Listening on ${server.url}\n${words}\n`);
    if (others.length === 0) await accounts.ask(first);
    await run.untilSignal();
    errors.write(`Shutting down: what is being answered has ${DRAIN_WITHIN} seconds. Another signal ends at once.\n`);
    // Another server goes on with the sync while this one answers its last questions.
    await Promise.all([...syncs.map((sync) => sync.stop()), server.drain(DRAIN_WITHIN)]);
    await server.close();
    await opened.close();
  } finally {
    callRate.close();
    await accounts.close();
  }
}
