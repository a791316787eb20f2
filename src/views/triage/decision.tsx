import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { LEVELS, type Decision as Decided, type Level, type OfflineMessage } from '../answers.ts';
import type { Host } from '../host.ts';
import { momentWords } from '../words.ts';
import { LEVEL_WORDS, type Board, type Edit, type Field, type Queue } from './queue.ts';

/** The letter that decides. */
const LEVEL_KEYS = { urgent: 'u', soon: 's', can_wait: 'w' } as const;

/** What stands in place of something that was redacted. */
const MARK = /\[(?:email|phone|ip|iban|card|secret)\b[^\]]*\]/;

interface Props {
  readonly message: OfflineMessage;
  readonly board: Board;
  readonly queue: Queue;
  readonly host: Pick<Host, 'say'>;
}

/** The decision about a message: what stands, what is typed, and what becomes of it. */
export function Decision({ message, board, queue, host }: Props) {
  const { offline_message_id: id, triage } = message;
  const edit = board.edits.get(id);
  const isSaving = board.saving.has(id);
  const lacksDecision = board.lacksDecision === id;
  const levels = useRef<HTMLDivElement>(null);
  // Whoever saves what nobody has decided about is asked in place: Enter takes the level that does least.
  useEffect(() => {
    if (lacksDecision) levels.current?.querySelector<HTMLElement>('.can_wait')?.focus();
  }, [lacksDecision]);
  if (board.page?.may_record !== true)
    return (
      <section class="decision" aria-label="Decision">
        {triage === undefined ? <p>Nobody has decided yet.</p> : <Standing decision={triage} />}
      </section>
    );
  const valueOf = (field: Field): string => edit?.[field] ?? triage?.[field] ?? '';
  return (
    <section class="decision" aria-labelledby="decision">
      <h3 id="decision">Decide</h3>
      <TroubleOf message={message} board={board} queue={queue} />
      {lacksDecision && (
        <p class="notice" role="alert">
          <strong>With what priority is it saved?</strong> Enter saves it as Can wait.
        </p>
      )}
      <div class="levels" role="group" aria-label="Priority" ref={levels}>
        {LEVELS.map((level) => (
          <button
            key={level}
            type="button"
            class={`level ${level}`}
            aria-pressed={triage?.priority === level}
            aria-keyshortcuts={LEVEL_KEYS[level]}
            // The second click of a double click would be one on the next message.
            onClick={({ detail }) => detail < 2 && void queue.decide(level)}
          >
            {triage?.priority === level && <span aria-hidden="true">✓ </span>}
            {LEVEL_WORDS[level]} <kbd aria-hidden="true">{LEVEL_KEYS[level]}</kbd>
          </button>
        ))}
      </div>
      <p class="quiet" role="status">
        {isSaving ? 'Saving…' : triage === undefined ? 'Nobody has decided yet.' : <StandingLine decision={triage} />}
      </p>
      <Draft
        value={valueOf('draft_reply')}
        queue={queue}
        message={id}
        host={host}
        account={board.question['account']}
      />
      <div class="beside">
        <label>
          Category
          <input
            dir="auto"
            maxLength={60}
            value={valueOf('category')}
            onInput={({ currentTarget }) => queue.type('category', currentTarget.value)}
          />
        </label>
        <label>
          Note for colleagues
          <textarea
            rows={1}
            dir="auto"
            maxLength={2000}
            value={valueOf('note')}
            onInput={({ currentTarget }) => queue.type('note', currentTarget.value)}
          />
        </label>
      </div>
      {edit !== undefined && (
        <Unkept edit={edit} decided={triage?.priority} isSaving={isSaving} keep={() => void queue.keep()} />
      )}
    </section>
  );
}

/** What went wrong with the last decision, and what can be done. */
function TroubleOf({ message, board, queue }: Omit<Props, 'host'>) {
  const trouble = board.troubles.get(message.offline_message_id);
  if (trouble === undefined) return null;
  if (trouble.kind === 'failed')
    return (
      <div class="trouble" role="alert">
        <p>
          Not saved as {LEVEL_WORDS[trouble.wanted]}. {trouble.words}
        </p>
        <button type="button" onClick={() => void queue.decide(trouble.wanted)}>
          Save it again
        </button>
      </div>
    );
  return (
    <div class="trouble" role="alert">
      <p>
        Not saved: somebody else decided about this message at {momentWords(trouble.theirs.decided_at)}. Their decision
        stands:
      </p>
      <Standing decision={trouble.theirs} />
      <p>What you typed is still below.</p>
      <p class="bar">
        <button type="button" onClick={() => queue.yield()}>
          Leave theirs
        </button>
        <button type="button" onClick={() => void queue.insist()}>
          Save mine: {LEVEL_WORDS[trouble.wanted]}
        </button>
      </p>
    </div>
  );
}

/** What is typed and not saved. */
function Unkept({
  edit,
  decided,
  isSaving,
  keep,
}: {
  readonly edit: Edit;
  readonly decided: Level | undefined;
  readonly isSaving: boolean;
  readonly keep: () => void;
}) {
  return (
    <div class="unkept">
      <p>
        <strong>Not saved yet.</strong>{' '}
        {decided === undefined
          ? 'It is saved with your decision, and as Can wait if this view is closed before.'
          : 'It is saved when you go on, or now:'}
      </p>
      {decided !== undefined && (
        <button type="button" disabled={isSaving} onClick={keep}>
          Save it, still as {LEVEL_WORDS[decided]}
        </button>
      )}
      {[edit.draft_reply, edit.note].some((text) => text !== undefined && MARK.test(text)) && (
        <p>
          What stands in square brackets was redacted. Saved like this, the brackets take the place of what they stand
          for.
        </p>
      )}
    </div>
  );
}

function Standing({ decision }: { readonly decision: Decided }) {
  const { note, draft_reply: draft } = decision;
  return (
    <div class="standing">
      <p>
        <StandingLine decision={decision} />
      </p>
      {note !== undefined && (
        <p class="written">
          Note: <bdi>{note}</bdi>
        </p>
      )}
      {draft !== undefined && (
        <p class="written">
          Draft: <bdi>{draft}</bdi>
        </p>
      )}
    </div>
  );
}

function StandingLine({ decision: { priority, category, decided_at: at } }: { readonly decision: Decided }) {
  return (
    <>
      {LEVEL_WORDS[priority]}
      {category !== undefined && (
        <>
          {' · '}
          <bdi>{category}</bdi>
        </>
      )}
      {' · '}
      decided {momentWords(at)}
    </>
  );
}

function Draft({
  value,
  queue,
  message,
  host,
  account,
}: {
  readonly value: string;
  readonly queue: Queue;
  readonly message: number;
  readonly host: Props['host'];
  readonly account: unknown;
}) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const [isAsking, setAsking] = useState(false);
  const [told, setTold] = useState<{ readonly of: number; readonly words: string }>();
  const tell = (words: string): void => setTold({ of: message, words });
  const copy = (): void => {
    area.current?.focus();
    area.current?.select();
    // A frame mostly may not use the clipboard otherwise, and is reported for trying.
    // oxlint-disable-next-line typescript/no-deprecated
    const isCopied = document.execCommand('copy');
    tell(isCopied ? 'The draft was copied.' : 'The draft is selected: copy it with Ctrl+C, or ⌘C.');
  };
  const ask = async (say: (words: string) => Promise<void>): Promise<void> => {
    setAsking(true);
    const place = typeof account === 'string' ? ` of the account ${account}` : '';
    try {
      await say(
        `Draft a reply to offline message ${message}${place}, in the visitor's language, and save the draft with record_triage. Send nothing.`,
      );
      tell('Asked in the conversation. When the assistant has saved a draft, Refresh shows it here.');
    } catch {
      tell(`The conversation did not take it. Ask there: draft a reply to offline message ${message}.`);
    }
    setAsking(false);
  };
  const { say } = host;
  return (
    <div class="draft">
      <label for={id}>
        Draft reply <kbd aria-hidden="true">e</kbd>
      </label>
      <textarea
        id={id}
        ref={area}
        rows={3}
        dir="auto"
        maxLength={10_000}
        value={value}
        aria-describedby={`${id}-what`}
        data-draft=""
        onInput={({ currentTarget }) => queue.type('draft_reply', currentTarget.value)}
      />
      <p class="quiet" id={`${id}-what`}>
        Nothing is sent to the visitor: the draft is saved with your decision, and a person sends it.
      </p>
      <p class="bar">
        <button type="button" disabled={value === ''} onClick={copy}>
          Copy
        </button>
        {say !== undefined && (
          <button type="button" disabled={isAsking} onClick={() => void ask(say)}>
            Ask the assistant for a draft
          </button>
        )}
        <span class="quiet" role="status">
          {told?.of === message && told.words}
        </span>
      </p>
    </div>
  );
}
