import type { Dialect } from './dialects.ts';

/** One JSON object of a response; a field that is `undefined` has no value. */
export type WireObject = Readonly<Record<string, unknown>>;

const FORMS: Readonly<Record<Dialect['fields'], (object: WireObject) => WireObject>> = {
  as_written: (object) => mapFields(object, (value) => (value === undefined ? 0 : value)),
  numbers_as_text: (object) =>
    mapFields(object, (value) => (value === undefined ? '0' : typeof value === 'number' ? String(value) : value)),
  missing_and_null: (object) => {
    // Begins by the record's id, so that each field is seen both ways, and a record looks the same every time.
    let absent = Number(Object.values(object)[0]) % 2 === 0;
    return mapFields(object, (value) => {
      if (value !== undefined && value !== '') return value;
      absent = !absent;
      return absent ? undefined : null;
    });
  },
};

/** The form of an object's fields: those without a value, and numbers. JSON leaves out what is `undefined` then. */
export function fieldForm({ fields }: Pick<Dialect, 'fields'>): (object: WireObject) => WireObject {
  return FORMS[fields];
}

function mapFields(object: WireObject, change: (value: unknown) => unknown): WireObject {
  const changed: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(object)) changed[name] = change(value);
  return changed;
}
