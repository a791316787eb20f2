import { useEffect, useLayoutEffect, useState } from 'preact/hooks';
import type { Queue } from './queue.ts';

/** A key, with what it does in words. */
const KEYS = [
  ['j', 'the next message'],
  ['k', 'the previous message'],
  ['n', 'the next that is undecided'],
  ['u', 'decide: urgent'],
  ['s', 'decide: soon'],
  ['w', 'decide: can wait'],
  ['e', 'write the draft reply'],
  ['b', 'back to what was decided last'],
  ['r', 'read the queue again'],
  ['?', 'show or hide these keys'],
  ['Esc', 'leave a field, or hide the keys'],
  ['Ctrl Enter', 'in a field: keep what is typed, once you have decided'],
] as const;

/** What keys do beside the queue. */
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
      if (event.key === 'Escape') {
        if (field === null) showKeys(false);
        else leave();
        return;
      }
      if (field !== null && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
        if (field.closest('.decision') === null) return;
        event.preventDefault();
        if (!event.repeat) void queue.keep();
        return;
      }
      if (field !== null || !isOn || event.ctrlKey || event.metaKey) return;
      const doing = doingOf(event.key, queue, showKeys);
      if (doing === undefined) return;
      event.preventDefault();
      // A key that is held goes through the queue, and decides once.
      if (!event.repeat || event.key === 'j' || event.key === 'k') doing();
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
  return (
    <p class="hint" hidden={isHere}>
      Click here to use the keys.
    </p>
  );
}

/** Leaves a field for the message that is shown, or for nothing where none is. */
export function leave(): void {
  const heading = document.querySelector<HTMLElement>('#message');
  if (heading !== null) heading.focus();
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}

function doingOf(key: string, queue: Queue, showKeys: Doing['showKeys']): (() => void) | undefined {
  switch (key) {
    case 'j':
      return () => queue.step(1);
    case 'k':
      return () => queue.step(-1);
    case 'n':
      return () => void queue.toNext();
    case 'u':
      return () => void queue.decide('urgent');
    case 's':
      return () => void queue.decide('soon');
    case 'w':
      return () => void queue.decide('can_wait');
    case 'e':
      return () => document.querySelector<HTMLElement>('[data-draft]')?.focus();
    case 'b':
      return () => queue.toLastDecided();
    case 'r':
      return () => void queue.open();
    case '?':
      return () => showKeys(undefined);
    default:
      return undefined;
  }
}

/** The keys, and whether they are on: who speaks to the machine, or has a key of their own for it, turns them off. */
export function Keys({ isOn, turn }: { readonly isOn: boolean; readonly turn: (isOn: boolean) => void }) {
  return (
    <section class="keys" id="keys" aria-label="Keys">
      <dl>
        {KEYS.map(([key, words]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <p>In the queue the arrows, Home and End go through it. Tab goes everywhere.</p>
      <label>
        <input type="checkbox" checked={isOn} onChange={({ currentTarget }) => turn(currentTarget.checked)} /> Single
        keys work
      </label>
    </section>
  );
}
