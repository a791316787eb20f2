import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** A word that says what it means when it is pressed. Escape, and leaving it, close what it says. */
export function Definition({ word, meaning }: { readonly word: string; readonly meaning: string }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const said = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (said.current !== null) moveInside(said.current);
  }, [isOpen]);
  return (
    <span class="definition">
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        onBlur={() => setOpen(false)}
        onKeyDown={({ key }) => {
          if (key === 'Escape') setOpen(false);
        }}
      >
        {word}
      </button>
      <span id={id} role="status">
        {isOpen && (
          <span ref={said} class="meaning">
            {meaning}
          </span>
        )}
      </span>
    </span>
  );
}

/** Between what is said and the edge of the view, in pixels. */
const EDGE = 8;

/** Moves what reaches over the right edge of the view to the left, as far as there is room. */
function moveInside(element: HTMLElement): void {
  const { left, right } = element.getBoundingClientRect();
  const over = Math.min(right - document.documentElement.clientWidth + EDGE, left - EDGE);
  if (over > 0) element.style.marginInlineStart = `${-over}px`;
}
