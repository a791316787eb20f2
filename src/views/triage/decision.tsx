import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Host } from '../shared/host.ts';
import { LEVELS, type BoardMessage, type Decision as Decided, type Level } from './board-data.ts';
import { LEVEL_WORDS, type Board, type Edit, type Field, type Queue } from './queue.ts';
import { momentWords } from '../shared/words.ts';

/** The letter that decides. */
export const LEVEL_KEYS = { urgent: 'u', soon: 's', can_wait: 'w' } as const;

/** What stands in place of something that was redacted. */
const MARK = /\[(?:email|phone|ip|iban|card|secret)\b[^\]]*\]/;

interface Props {
  readonly message: BoardMessage;
  readonly board: Board;
  readonly queue: Queue;
  readonly host: Pick<Host, 'say'>;
}

/** The decision about a message: what stands, what is typed, and what becomes of it. */
export function Decision({ message, board, queue, host }: Props) {
  const { offline_message_id: id, triage } = message;
  const edit = board.edits.get(id);
  const isSaving = board.saving.has(id);
  const trouble = board.troubles.get(id);
  if (board.page?.may_record !== true) return <ReadOnly decision={triage} />;
  const valueOf = (field: Field): string => edit?.[field] ?? triage?.[field] ?? '';
  return (
    <section class="decision" aria-labelledby="decision">
      <h3 id="decision">Decide</h3>
      {trouble?.kind === 'failed' && (
        <div class="trouble" role="alert">
          <p>
            Not recorded as {LEVEL_WORDS[trouble.wanted]}. {trouble.words}
          </p>
          <button type="button" onClick={() => void queue.decide(trouble.wanted)}>
            Record it again
          </button>
        </div>
      )}
      {trouble?.kind === 'conflict' && (
        <div class="trouble" role="alert">
          <p>
            Not recorded: somebody else decided about this message at {momentWords(trouble.theirs.decided_at)}. Their
            decision stands:
          </p>
          <Standing decision={trouble.theirs} />
          <p>What you typed is still below.</p>
          <button type="button" onClick={() => queue.yield()}>
            Leave theirs
          </button>
          <button type="button" onClick={() => void queue.insist()}>
            Record mine: {LEVEL_WORDS[trouble.wanted]}
          </button>
        </div>
      )}
      <div class="levels" role="group" aria-label="Priority">
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
            {triage?.priority === level && (
              <span class="chosen" aria-hidden="true">
                ✓
              </span>
            )}
            {LEVEL_WORDS[level]} <kbd aria-hidden="true">{LEVEL_KEYS[level]}</kbd>
          </button>
        ))}
      </div>
      <p class="quiet" role="status">
        {isSaving ? (
          'Recording…'
        ) : triage === undefined ? (
          'Nobody has decided yet.'
        ) : (
          <StandingLine decision={triage} />
        )}
      </p>
      <Draft value={valueOf('draft_reply')} queue={queue} id={id} host={host} account={board.question['account']} />
      <div class="beside">
        <Category value={valueOf('category')} queue={queue} />
        <Note value={valueOf('note')} queue={queue} />
      </div>
      {(edit !== undefined || board.lacksDecision === id) && (
        <Unkept
          edit={edit}
          decided={triage?.priority}
          lacksDecision={board.lacksDecision === id}
          isSaving={isSaving}
          keep={() => void queue.keep()}
        />
      )}
    </section>
  );
}

/** What is typed and not recorded. It is never kept at a level that nobody chose. */
function Unkept({
  edit,
  decided,
  lacksDecision,
  isSaving,
  keep,
}: {
  readonly edit: Edit | undefined;
  readonly decided: Level | undefined;
  readonly lacksDecision: boolean;
  readonly isSaving: boolean;
  readonly keep: () => void;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (lacksDecision) box.current?.scrollIntoView({ block: 'nearest' });
  }, [lacksDecision]);
  return (
    <div class="unkept" ref={box}>
      {lacksDecision ? (
        <p key="lacks" role="alert">
          <strong>Nothing is decided yet, so nothing is kept.</strong> Choose Urgent, Soon or Can wait: what you typed
          is kept with it. Esc leaves the field; then the keys are u, s and w.
        </p>
      ) : (
        <p>
          <strong>Not kept yet.</strong>{' '}
          {decided === undefined
            ? 'It is lost if this view is closed or opened again before you choose Urgent, Soon or Can wait: it is kept with that.'
            : 'It is kept when you go on, or now:'}
        </p>
      )}
      {decided !== undefined && (
        <button type="button" disabled={isSaving} onClick={keep}>
          Keep it, still as {LEVEL_WORDS[decided]}
        </button>
      )}
      {[edit?.draft_reply, edit?.note].some((text) => text !== undefined && MARK.test(text)) && (
        <p>
          What stands in square brackets was redacted. Kept like this, the brackets take the place of what they stand
          for.
        </p>
      )}
    </div>
  );
}

function ReadOnly({ decision }: { readonly decision: Decided | undefined }) {
  return (
    <section class="decision" aria-labelledby="decision">
      <h3 id="decision">Decision</h3>
      {decision === undefined ? <p>Nobody has decided yet.</p> : <Standing decision={decision} />}
    </section>
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
      <span class="moment">decided {momentWords(at)}</span>
    </>
  );
}

interface TextProps {
  readonly value: string;
  readonly queue: Queue;
}

function Category({ value, queue }: TextProps) {
  const id = useId();
  return (
    <p>
      <label for={id}>Category</label>
      <input
        id={id}
        dir="auto"
        maxLength={60}
        value={value}
        onInput={({ currentTarget }) => queue.type('category', currentTarget.value)}
      />
    </p>
  );
}

function Note({ value, queue }: TextProps) {
  const id = useId();
  return (
    <p>
      <label for={id}>Note for colleagues</label>
      <textarea
        id={id}
        rows={1}
        dir="auto"
        maxLength={2000}
        value={value}
        onInput={({ currentTarget }) => queue.type('note', currentTarget.value)}
      />
    </p>
  );
}

function Draft({
  value,
  queue,
  id: message,
  host,
  account,
}: TextProps & { readonly id: number; readonly host: Props['host']; readonly account: unknown }) {
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
        `Draft a reply to offline message ${message}${place}, in the visitor's language, and keep the draft with record_triage. Send nothing.`,
      );
      tell('Asked in the conversation. When the assistant has kept a draft, Refresh shows it here.');
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
        rows={4}
        dir="auto"
        maxLength={10_000}
        value={value}
        aria-describedby={`${id}-what`}
        data-draft=""
        onInput={({ currentTarget }) => queue.type('draft_reply', currentTarget.value)}
      />
      <p class="quiet" id={`${id}-what`}>
        Nothing is sent to the visitor: the draft is kept with your decision, not before, and a person sends it.
      </p>
      <p class="actions">
        <button type="button" disabled={value === ''} onClick={copy}>
          Copy
        </button>
        {say !== undefined && (
          <button type="button" disabled={isAsking} onClick={() => void ask(say)}>
            Ask the assistant for a draft
          </button>
        )}
      </p>
      <p class="quiet" role="status">
        {told?.of === message && told.words}
      </p>
    </div>
  );
}
