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

type Filling = Html | string | number | readonly Html[];

/** Makes HTML of literals, which are ours, and of fillings, which may be anybody's words. */
export function markup(literals: TemplateStringsArray, ...fillings: readonly Filling[]): Html {
  return new Html(
    literals
      .map((literal, index) => `${literal}${index < fillings.length ? markupOf(fillings[index] ?? '') : ''}`)
      .join(''),
  );
}

function markupOf(filling: Filling): string {
  if (filling instanceof Html) return filling.toString();
  return typeof filling === 'object' ? filling.join('') : escapeHtml(String(filling));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const CHARACTERS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(ENTITIES).map(([character, entity]) => [entity, character])),
  '&#039;': "'",
  '&apos;': "'",
};

/** A text as it stands between tags, and in the quotes of an attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** The text of which `escapeHtml`, or what writes XML, has made this. */
export function unescaped(markup: string): string {
  return markup.replaceAll(/&(?:amp|lt|gt|quot|#0?39|apos);/g, (entity) => CHARACTERS[entity] ?? entity);
}

/** Our own words with what Markdown makes bold in them. */
export function bold(text: string): Html {
  const parts = text.split('**');
  // Without a second mark, the first is none.
  if (parts.length % 2 === 0) return markup`${text}`;
  return markup`${parts.map((part, index) => (index % 2 === 0 ? markup`${part}` : markup`<strong>${part}</strong>`))}`;
}
