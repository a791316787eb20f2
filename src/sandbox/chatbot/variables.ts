/** What a session knows, by name: JSON values. */
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

/** What is at a path such as `customer.plan`; undefined where there is nothing. Only what was stored is found. */
export function valueAt(variables: Variables, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) => (isContainer(value) && Object.hasOwn(value, name) ? value[name] : undefined),
      variables,
    );
}

/** A text with the values of its `{{variable}}` and `{{variable.field}}`: nothing for what is unknown, JSON for objects. */
export function filled(text: string, variables: Variables): string {
  return text.replaceAll(/\{\{([^{}]*)\}\}/g, (_, path: string) => shown(valueAt(variables, path.trim())));
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
