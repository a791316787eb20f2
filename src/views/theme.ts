import type { Theme } from './host.ts';

/** Lets a page look as its host does: the host's variables, its scheme, and room for what covers the edges. */
export function applyTheme({ scheme, variables, insets, grows }: Theme): void {
  const { dataset, style } = document.documentElement;
  if (scheme === undefined) delete dataset['scheme'];
  else dataset['scheme'] = scheme;
  if (grows) dataset['grows'] = '';
  else delete dataset['grows'];
  for (const [name, value] of Object.entries(variables)) if (name.startsWith('--')) style.setProperty(name, value);
  for (const [side, pixels] of Object.entries(insets)) style.setProperty(`--inset-${side}`, `${pixels}px`);
}

/** Returns an SVG with each colour that is a variable of CSS as this page has it now. */
export function painted(svg: string): string {
  const probe = document.createElement('span');
  probe.hidden = true;
  // Where a person's system forces the colours of text, those of a picture would all be one.
  probe.style.setProperty('forced-color-adjust', 'none');
  document.body.append(probe);
  const colours = new Map<string, string>();
  const colour = (name: string): string => {
    const known = colours.get(name);
    if (known !== undefined) return known;
    probe.style.color = `var(${name})`;
    const found = getComputedStyle(probe).color;
    colours.set(name, found);
    return found;
  };
  const text = svg.replaceAll(/var\((--[\w-]+)\)/g, (_, name: string) => colour(name));
  probe.remove();
  return text;
}

/** Tells when the page's colours change. Returns what ends that. */
export function onRepaint(listener: () => void): () => void {
  const changes = new MutationObserver(listener);
  changes.observe(document.documentElement, { attributes: true, attributeFilter: ['data-scheme', 'style'] });
  const dark = matchMedia('(prefers-color-scheme: dark)');
  dark.addEventListener('change', listener);
  return () => {
    changes.disconnect();
    dark.removeEventListener('change', listener);
  };
}
