import type { ClientSessions } from '../../archive/access/sessions.ts';
import type { KeptSessions } from '../../http/sessions/kept-sessions.ts';
import type { Desk } from '../../answers/desk.ts';

/** An archive that cannot be opened for now is tried again after this. */
const TRY_AGAIN_MILLIS = 5000;

/** Keeps the sessions of clients in the archive of a desk, which is opened first where it could not be before. */
export function keptSessions(desk: Desk): KeptSessions {
  const kept = <T>(work: (sessions: ClientSessions) => Promise<T>): Promise<T> =>
    desk.withArchive(() => work(desk.archive.sessions));
  return {
    begin: (...session) => kept((sessions) => sessions.begin(...session)),
    find: (...session) => kept((sessions) => sessions.find(...session)),
    use: (id) => kept((sessions) => sessions.use(id)),
    subscribe: (...change) => kept((sessions) => sessions.subscribe(...change)),
    end: (id) => kept((sessions) => sessions.end(id)),
    leave: (...message) => kept((sessions) => sessions.leave(...message)),
    left: (...place) => kept((sessions) => sessions.left(...place)),
    listen: (heard) => {
      let isEnded = false;
      let stop: (() => void) | undefined;
      let again: NodeJS.Timeout | undefined;
      const begin = async (): Promise<void> => {
        try {
          await kept((sessions) => {
            if (!isEnded) stop = sessions.listen(heard);
            return Promise.resolve();
          });
        } catch {
          if (!isEnded) again = setTimeout(() => void begin(), TRY_AGAIN_MILLIS).unref();
        }
      };
      void begin();
      return () => {
        isEnded = true;
        clearTimeout(again);
        stop?.();
      };
    },
  };
}
