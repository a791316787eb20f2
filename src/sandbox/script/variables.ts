/** The variables of a session, by name: JSON values. */
export type Variables = Readonly<Record<string, unknown>>;

/** As JSON; a session holds no more. */
const MAXIMUM_LENGTH = 64 * 1024;
/** Deeper values would break who writes them as JSON. */
const MAXIMUM_DEPTH = 100;

const isContainer = (value: unknown): value is Variables => typeof value === 'object' && value !== null;

/** Whether a session can hold these: 64 Ki characters of JSON, 100 levels deep. */
export function canHold(variables: Variables): boolean {
  let level: unknown[] = [variables];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAXIMUM_DEPTH) return false;
    level = level.filter(isContainer).flatMap((container) => Object.values(container));
  }
  return JSON.stringify(variables).length <= MAXIMUM_LENGTH;
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

/** A text with the values of its `{{variable}}` and `{{variable.field}}`: nothing for what is unknown, JSON for objects. */
export function filled(text: string, variables: Variables): string {
  return text.replaceAll(/\{\{([^{}]*)\}\}/g, (_, path: string) => {
    const value = valueAt(variables, path.trim()) ?? '';
    return typeof value === 'string' ? value : JSON.stringify(value);
  });
}
