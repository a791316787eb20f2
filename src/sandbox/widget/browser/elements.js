// @ts-check

/**
 * Makes an element. Text goes in as text, never as markup.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/**
 * A button that says what it does, also where it shows only an icon.
 *
 * @param {Record<string, string>} attributes
 * @param {() => void} onPress Once for a key that is held down and for a double click, whose second one is not for what came instead.
 * @param {...(Node | string)} children
 */
export function button(attributes, onPress, ...children) {
  const made = element('button', { type: 'button', ...attributes }, ...children);
  made.addEventListener('keydown', (event) => {
    if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
  });
  made.addEventListener('click', ({ detail: clicksInARow }) => {
    if (clicksInARow <= 1) onPress();
  });
  return made;
}

const ICONS = {
  chat: 'M12 3.5c-5 0-9 3.4-9 7.7 0 2.4 1.3 4.6 3.4 6v3.3l3.4-1.9c.7.2 1.4.2 2.2.2 5 0 9-3.4 9-7.6s-4-7.7-9-7.7Z',
  close: 'M6 6l12 12M18 6L6 18',
  again: 'M19.5 12a7.5 7.5 0 1 1-2.4-5.5M19.5 3.5v4h-4',
  send: 'M4.5 12h15M13 5.5l6.5 6.5-6.5 6.5',
  down: 'M12 5v14M5.5 12.5L12 19l6.5-6.5',
};

/**
 * A picture for the eye only.
 *
 * @param {keyof typeof ICONS} name
 */
export function icon(name) {
  const picture = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  picture.setAttribute('viewBox', '0 0 24 24');
  picture.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', ICONS[name]);
  picture.append(path);
  return picture;
}
