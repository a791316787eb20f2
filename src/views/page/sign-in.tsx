import { useEffect, useRef, useState } from 'preact/hooks';
import { Failed } from '../parts/states.tsx';

/** What a header takes: a browser sends nothing else, and says that nobody answered. */
const CAN_BE_SENT = /^[\x21-\x7e]+$/;

/** Asks for a token. One that was refused leaves the focus in its field. */
export function SignIn({
  words,
  onToken,
}: {
  readonly words: string | undefined;
  readonly onToken: (token: string) => void;
}) {
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState(words);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const token = typed.trim();
  return (
    <form
      class="sign-in"
      onSubmit={(event) => {
        event.preventDefault();
        if (CAN_BE_SENT.test(token)) onToken(token);
        else if (token !== '') setWrong('No token has such characters. Copy it again as a whole.');
      }}
    >
      <h1>The desk</h1>
      {wrong !== undefined && <Failed words={wrong} />}
      <label for="token">Token</label>
      <input
        id="token"
        ref={field}
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
