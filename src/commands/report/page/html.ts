/** Finished HTML. What is filled into it is escaped, unless it is finished, too. */
export class Html {
  readonly #markup: string;

  constructor(markup: string) {
    this.#markup = markup;
  }

  toString(): string {
    return this.#markup;
  }
}

type Filling = Html | string | readonly Html[];

/** Makes HTML of literals, which are ours, and of fillings, which may be anybody's words. */
export function markup(literals: TemplateStringsArray, ...fillings: readonly Filling[]): Html {
  return new Html(String.raw({ raw: literals }, ...fillings.map(markupOf)));
}

function markupOf(filling: Filling): string {
  if (filling instanceof Html) return filling.toString();
  return typeof filling === 'string' ? escapeHtml(filling) : filling.join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text as it stands between tags, and in the quotes of an attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** Our own words with what Markdown makes bold in them. */
export function bold(text: string): Html {
  const parts = text.split('**');
  // Without a second mark, the first is none.
  if (parts.length % 2 === 0) return markup`${text}`;
  return markup`${parts.map((part, index) => (index % 2 === 0 ? markup`${part}` : markup`<strong>${part}</strong>`))}`;
}
