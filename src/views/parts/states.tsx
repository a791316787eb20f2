import type { ComponentChildren } from 'preact';

/** Something is on its way. */
export function Loading({ what = 'Reading' }: { readonly what?: string }) {
  return (
    <p class="state" role="status">
      <span class="spinner" aria-hidden="true" />
      {what}…
    </p>
  );
}

/** There is nothing to show, and why. */
export function Empty({ children }: { readonly children: ComponentChildren }) {
  return <p class="state">{children}</p>;
}

/** Something went wrong: in the words of whoever says so, and a way to ask again where that can help. */
export function Failed({ words, again }: { readonly words: string; readonly again?: (() => void) | undefined }) {
  return (
    <div class="state failed" role="alert">
      <p class="words">{words}</p>
      {again && (
        <button type="button" onClick={again}>
          Try again
        </button>
      )}
    </div>
  );
}
