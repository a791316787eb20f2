import { useEffect, useState } from 'preact/hooks';
import { dataOf } from '../answers.ts';
import type { Host } from '../host.ts';
import { Failed, Loading } from '../parts/states.tsx';
import { Home } from './home.tsx';
import { keepToken, keptToken } from './kept-token.ts';
import { Refused, Server } from './server.ts';
import { SignIn } from './sign-in.tsx';

const LIST_ACCOUNTS = 'list_accounts';

type State =
  | { readonly kind: 'opening' }
  | { readonly kind: 'asking'; readonly words?: string | undefined }
  | { readonly kind: 'failed'; readonly words: string }
  | { readonly kind: 'open'; readonly host: Host; readonly accounts: readonly string[] };

/** The desk as a page of its own: it asks for a token where the server does, and shows the desk. */
export function Page() {
  const [token, setToken] = useState(keptToken);
  const [turn, setTurn] = useState(0);
  const [state, setState] = useState<State>({ kind: 'opening' });
  useEffect(() => {
    let isOver = false;
    const show = (next: State): void => {
      if (!isOver) setState(next);
    };
    const refused = (words?: string): void => {
      keepToken(undefined);
      show({ kind: 'asking', words });
    };
    setState({ kind: 'opening' });
    opened(new Server(token, refused)).then(show, (error: unknown) => {
      if (error instanceof Refused && error.isOfToken) refused(token === undefined ? undefined : error.message);
      else show({ kind: 'failed', words: error instanceof Error ? error.message : 'The server cannot be reached.' });
    });
    return () => {
      isOver = true;
    };
  }, [token, turn]);
  const sign = (given: string | undefined): void => {
    keepToken(given);
    setToken(given);
    setTurn(turn + 1);
  };
  const out = token !== undefined && (
    <button type="button" onClick={() => sign(undefined)}>
      Sign out
    </button>
  );
  switch (state.kind) {
    case 'opening':
      return <Loading what="Opening the desk" />;
    case 'asking':
      return <SignIn words={state.words} onToken={sign} />;
    case 'failed':
      return (
        <>
          <Failed words={state.words} again={() => setTurn(turn + 1)} />
          {out}
        </>
      );
    case 'open':
      return <Home host={state.host} accounts={state.accounts} out={out} />;
  }
}

/** Finds out whether the server takes the token, and which accounts it opens. */
async function opened(server: Server): Promise<State> {
  const tools = await server.tools();
  if (!tools.includes('get_support_performance')) {
    return {
      kind: 'failed',
      words:
        'This token does not open the figures of the desk: it lacks the scope chats:read. Ask the operator for another one.',
    };
  }
  const accounts = tools.includes(LIST_ACCOUNTS) ? await accountsOf(server) : [];
  // It stands beside no call, and looks as the browser does.
  const host: Host = {
    call: (tool, args, signal) => server.call(tool, args, signal),
    onShown: () => {},
    onTheme: () => {},
  };
  return { kind: 'open', accounts, host };
}

/** The names of all accounts that the token opens. */
async function accountsOf(server: Server): Promise<string[]> {
  const names: string[] = [];
  for (;;) {
    const after = names.at(-1);
    const answered = await server.call(LIST_ACCOUNTS, after === undefined ? {} : { after });
    const { total, accounts } = dataOf(LIST_ACCOUNTS, answered) ?? { total: 0, accounts: [] };
    names.push(...accounts.map(({ account }) => account));
    if (names.length >= total || accounts.length === 0) return names;
  }
}
