import { useId, useState } from 'preact/hooks';

/** A word that says what it means when it is pressed. Escape, and leaving it, close what it says. */
export function Definition({ word, meaning }: { readonly word: string; readonly meaning: string }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
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
        {isOpen && <span class="meaning">{meaning}</span>}
      </span>
    </span>
  );
}
