/**
 * An address below `base`, whose own path is kept as a prefix and whose query and credentials are not. `path` starts
 * with a slash and holds nothing that is not safe in a path.
 */
export function addressBelow(base: URL, path: string, query: Readonly<Record<string, string>> = {}): URL {
  const address = new URL(base.origin + base.pathname.replace(/\/+$/, '') + path);
  for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
  return address;
}
