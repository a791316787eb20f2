function isKeyOf<Key extends string>(record: Readonly<Partial<Record<Key, unknown>>>, key: string): key is Key {
  return Object.hasOwn(record, key);
}

/** The keys of a record that the program itself makes, as words that the types know. */
export function keysOf<Key extends string>(record: Readonly<Partial<Record<Key, unknown>>>): Key[] {
  return Object.keys(record).filter((key) => isKeyOf(record, key));
}
