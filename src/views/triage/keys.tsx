import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { Queue } from './queue.ts';

/** What a key does beside the queue. */
interface Key {
  readonly key: string;
  readonly words: string;
  /** Absent where a field or the browser itself does it. */
  readonly does?: (queue: Queue, showKeys: Doing['showKeys']) => void;
  /** Whether it goes on while it is held. */
  readonly repeats?: true;
}

const KEYS: readonly Key[] = [
  { key: 'j', words: 'the next message', does: (queue) => queue.step(1), repeats: true },
  { key: 'k', words: 'the previous message', does: (queue) => queue.step(-1), repeats: true },
  { key: 'n', words: 'the next undecided message', does: (queue) => void queue.toNext() },
  { key: 'u', words: 'decide: urgent', does: (queue) => void queue.decide('urgent') },
  { key: 's', words: 'decide: soon', does: (queue) => void queue.decide('soon') },
  { key: 'w', words: 'decide: can wait', does: (queue) => void queue.decide('can_wait') },
  { key: 'e', words: 'write the draft', does: () => document.querySelector<HTMLElement>('[data-draft]')?.focus() },
  { key: 'b', words: 'back to what was decided last', does: (queue) => queue.toLastDecided() },
  { key: 'r', words: 'load the queue again', does: (queue) => void queue.open() },
  { key: '?', words: 'show or hide these keys', does: (_, showKeys) => showKeys(undefined) },
  { key: 'Esc', words: 'leave a field, or hide the keys' },
  { key: 'Ctrl Enter', words: 'in a field: save what is typed; without a decision, it asks for one' },
];

interface Doing {
  readonly queue: Queue;
  readonly isOn: boolean;
  readonly showKeys: (isShown: boolean | undefined) => void;
}

/** Lets single keys work the queue, while nobody types and no other key is held. */
export function useKeys({ queue, isOn, showKeys }: Doing): void {
  // Keys that are turned off are off for the very next one.
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || event.altKey) return;
      const field = event.target instanceof Element ? event.target.closest('input, textarea, select') : null;
      const isWithControl = event.ctrlKey || event.metaKey;
      if (event.key === 'Escape') {
        if (field === null) showKeys(false);
        else leave();
        return;
      }
      if (isWithControl && event.key === 'Enter' && field?.closest('.decision')) {
        event.preventDefault();
        if (!event.repeat) void queue.keep();
        return;
      }
      const found = KEYS.find(({ key }) => key === event.key);
      if (field !== null || !isOn || isWithControl || found?.does === undefined) return;
      event.preventDefault();
      // A key that is held goes through the queue, and decides once.
      if (!event.repeat || found.repeats) found.does(queue, showKeys);
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [queue, isOn, showKeys]);
}

/** Says, while keys go elsewhere, how they come here. Its line is kept for what happened last. */
export function FocusHint() {
  const [isHere, setHere] = useState(() => document.hasFocus());
  useEffect(() => {
    const look = (): void => setHere(document.hasFocus());
    addEventListener('focus', look);
    addEventListener('blur', look);
    return () => {
      removeEventListener('focus', look);
      removeEventListener('blur', look);
    };
  }, []);
  return <p hidden={isHere}>Click here to use the keys.</p>;
}

/** Leaves a field for the message that is shown, or for nothing where none is. */
export function leave(): void {
  const heading = document.querySelector<HTMLElement>('#message');
  if (heading !== null) heading.focus();
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

/** The keys, and whether they are on: who speaks to the machine, or has a key of their own for it, turns them off. */
export function Keys({ isOn, turn }: { readonly isOn: boolean; readonly turn: (isOn: boolean) => void }) {
  return (
    <section class="keys" id="keys" aria-label="Keys">
      <table>
        <tbody>
          {KEYS.map(({ key, words }) => (
            <tr key={key}>
              <th scope="row">
                <kbd>{key}</kbd>
              </th>
              <td>{words}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>In the queue the arrows, Home and End go through it. Tab goes everywhere.</p>
      <label>
        <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => turn(currentTarget.checked)} /> Single
        keys work
      </label>
    </section>
  );
}
