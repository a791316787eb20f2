import { useEffect, useState } from 'preact/hooks';
import * as z from 'zod/mini';
import { Failed, Loading } from '../../shared/states.tsx';
import type { Host } from '../../shared/host.ts';
import { Desk } from '../desk.tsx';
import { keepToken, keptToken } from './kept-token.ts';
import { Refused, Server } from './server.ts';

const LIST_ACCOUNTS = 'list_accounts';
const FIRST = { period: 'last_7_days', compare_to: 'previous_period' };

const Accounts = z.object({ total: z.number(), accounts: z.array(z.object({ account: z.string() })) });

/** What a header takes: a browser sends nothing else, and says that nobody answered. */
const CAN_BE_SENT = /^[\x21-\x7e]+$/;

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
  const [account, setAccount] = useState<string>();
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
  const signIn = (given: string): void => {
    keepToken(given);
    setToken(given);
    setTurn(turn + 1);
  };
  const signOut = (): void => {
    keepToken(undefined);
    setAccount(undefined);
    setToken(undefined);
    setTurn(turn + 1);
  };
  switch (state.kind) {
    case 'opening':
      return <Loading what="Opening the desk" />;
    case 'asking':
      return (
        <SignIn
          words={state.words}
          onToken={(given) => {
            if (CAN_BE_SENT.test(given)) signIn(given);
            else setState({ kind: 'asking', words: 'No token has such characters. Copy it again as a whole.' });
          }}
        />
      );
    case 'failed':
      return (
        <>
          <Failed words={state.words} again={() => setTurn(turn + 1)} />
          {token !== undefined && <SignOut onClick={signOut} />}
        </>
      );
    case 'open':
      return (
        <>
          <header class="page">
            {state.accounts.length > 1 && (
              <label>
                Account
                <select
                  value={account ?? ''}
                  onChange={({ currentTarget: { value } }) => setAccount(value || undefined)}
                >
                  <option value="">Choose one</option>
                  {state.accounts.map((name) => (
                    <option key={name} value={name}>
                      {name}
                    </option>
                  ))}
                </select>
              </label>
            )}
            {token !== undefined && <SignOut onClick={signOut} />}
          </header>
          {state.accounts.length > 1 && account === undefined ? (
            <p class="state">Your token opens {state.accounts.length} accounts. Choose one to see its desk.</p>
          ) : (
            <Desk key={account} host={state.host} first={{ ...FIRST, ...(account !== undefined && { account }) }} />
          )}
        </>
      );
  }
}

/** Finds out whether the server takes the token, and which accounts it opens. */
async function opened(server: Server): Promise<State> {
  const tools = await server.tools();
  if (!tools.includes('get_support_performance')) {
    return {
      kind: 'failed',
      words:
        'This token does not open the figures of the desk: it lacks the scope chats:read. Ask whoever runs the server for another one.',
    };
  }
  const accounts = tools.includes(LIST_ACCOUNTS) ? await accountsOf(server) : [];
  return {
    kind: 'open',
    accounts,
    host: {
      call: (tool, args, signal) => server.call(tool, args, signal),
      // It stands beside no call, and looks as the browser does.
      onShown: () => {},
      onTheme: () => {},
    },
  };
}

/** The names of all accounts that the token opens. */
async function accountsOf(server: Server): Promise<string[]> {
  const names: string[] = [];
  for (;;) {
    const after = names.at(-1);
    const { data } = await server.call(LIST_ACCOUNTS, after === undefined ? {} : { after });
    const { total, accounts } = Accounts.parse(data);
    names.push(...accounts.map(({ account }) => account));
    if (names.length >= total || accounts.length === 0) return names;
  }
}

function SignOut({ onClick }: { readonly onClick: () => void }) {
  return (
    <button type="button" class="out" onClick={onClick}>
      Sign out
    </button>
  );
}

function SignIn({ words, onToken }: { readonly words: string | undefined; readonly onToken: (token: string) => void }) {
  const [typed, setTyped] = useState('');
  const token = typed.trim();
  return (
    <form
      class="sign-in"
      onSubmit={(event) => {
        event.preventDefault();
        if (token !== '') onToken(token);
      }}
    >
      <h1>The desk</h1>
      {words !== undefined && <Failed words={words} />}
      <label for="token">Token</label>
      <input
        id="token"
        type="password"
        autocomplete="off"
        spellcheck={false}
        aria-describedby="about-token"
        value={typed}
        onInput={({ currentTarget: { value } }) => setTyped(value)}
      />
      <p id="about-token" class="quiet">
        Whoever runs the server has one for you. It is kept in this tab until you sign out or close it, and sent to this
        server alone.
      </p>
      <button type="submit" disabled={token === ''}>
        Open the desk
      </button>
    </form>
  );
}
