/** The answer of a tool, as a view gets it. */
export interface Answered {
  readonly text: string;
  readonly isError: boolean;
  /** Of an error: asking the same again will not help. */
  readonly isFinal?: boolean;
  /** Nobody answered: the words are of whoever asked. */
  readonly isAway?: boolean;
  /** What the view shows: `dataOf` (answers.ts) checks it. */
  readonly data: unknown;
  /** A chart, whose colours are variables of CSS: `Picture` shows it. */
  readonly svg?: string;
}

/** How things look around a view. */
export interface Theme {
  /** Absent where the host leaves it to the browser. */
  readonly scheme?: 'light' | 'dark' | undefined;
  /** The host's variables of CSS, by the names of the revision of MCP Apps. */
  readonly variables: Readonly<Record<string, string>>;
  /** The frame grows with what is in it, for all that the host says. */
  readonly grows: boolean;
  /** Pixels at the edges that something else covers. */
  readonly insets: Readonly<Record<'top' | 'right' | 'bottom' | 'left', number>>;
}

export type Arguments = Readonly<Record<string, unknown>>;

/** What shows a view, and asks the server for it. */
export interface Host {
  /** Calls a tool of the server. Rejects only where the host or the connection fails: a tool that fails is answered. */
  call(tool: string, args: Arguments, signal?: AbortSignal): Promise<Answered>;
  /**
   * Tells the arguments and the answer of the call beside which the view is shown, where there is one; again for a later one. The
   * arguments come first, the answer when it is there.
   */
  onShown(listener: (args: Arguments, answered: Answered | undefined) => void): void;
  /** Tells the theme, now and when it changes. */
  onTheme(listener: (theme: Theme) => void): void;
  /** Lets the view keep what is not kept yet before the host takes it away; absent where nobody says so before. */
  onClosing?: (listener: () => Promise<void>) => void;
  /** Puts words into the conversation, for the person to send; absent where the host cannot. */
  readonly say?: (words: string) => Promise<void>;
}

/** Without what is undefined: a tool takes no such argument. */
export function definedOf(args: Arguments): Arguments {
  return Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
}
