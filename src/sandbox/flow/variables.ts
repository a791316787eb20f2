/** The variables of a session, by name: JSON values. */
export type Variables = Readonly<Record<string, unknown>>;

/** As JSON; a session holds no more. */
const MAXIMUM_LENGTH = 64 * 1024;
/** Deeper values would break who writes them as JSON. */
const MAXIMUM_DEPTH = 100;

const isContainer = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** Whether a session can hold these: 64 Ki characters of JSON, 100 levels deep. */
export function canHold(variables: Variables): boolean {
  let level: unknown[] = [variables];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAXIMUM_DEPTH) return false;
    level = level.filter(isContainer).flatMap((container) => Object.values(container));
  }
  return JSON.stringify(variables).length <= MAXIMUM_LENGTH;
}

/** The variables with one more, or with another value for it; a name is nothing but a name, `__proto__` too. */
export function withVariable(variables: Variables, name: string, value: unknown): Variables {
  return { ...variables, [name]: value };
}

/** Returns the value at a path such as `customer.plan`; undefined where there is none. Only what was stored is found. */
export function valueAt(variables: Variables, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) => (isContainer(value) && Object.hasOwn(value, name) ? value[name] : undefined),
      variables,
    );
}

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;
const ONLY_A_PLACEHOLDER = /^\{\{[^{}]*\}\}$/;

/** The paths that a text shows. */
export function pathsIn(text: string): string[] {
  return Array.from(text.matchAll(PLACEHOLDER), ([, path = '']) => path.trim());
}

/** A text with the values of its `{{variable}}` and `{{variable.field}}`: nothing for what is unknown, JSON for objects. */
export function filled(text: string, variables: Variables): string {
  const withValues = (form: (value: string) => string): string =>
    text.replaceAll(PLACEHOLDER, (_, path: string) => form(shown(valueAt(variables, path.trim()))));
  const plain = withValues((value) => value);
  return RIGHT_TO_LEFT.test(plain) && !ONLY_A_PLACEHOLDER.test(text) ? withValues(isolated) : plain;
}

/** Letters that are written from right to left, and invisible marks that make others be. */
const RIGHT_TO_LEFT =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}\u200f\u202b\u202e\u2067\u2068]/u;

/** Keeps a value from turning the words around it. Marks of its own that could end that go. */
function isolated(value: string): string {
  return value === '' ? '' : `\u2068${value.replaceAll(/[\u2066-\u2069]/g, '')}\u2069`;
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
