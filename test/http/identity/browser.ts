/** A browser with one person in front of it, who signs in and agrees to whatever is asked. Returns the address that it ends at, below `until`. */
export async function walkThrough(start: URL, until: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let address = start;
  let form: URLSearchParams | undefined;
  for (let step = 0; step < 20; step += 1) {
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form !== undefined && { method: 'POST', body: form }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    const page = await response.text();
    if (location !== null) {
      address = new URL(location, address);
      form = undefined;
      if (address.href.startsWith(until)) return address;
      continue;
    }
    const [, action] = /<form[^>]*action="([^"]+)"/.exec(page) ?? [];
    if (action === undefined) throw new Error(`There is nothing to agree to: ${response.status} ${page.slice(0, 300)}`);
    const hidden = Array.from(
      page.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g),
      ([, name = '', value = '']): [string, string] => [name, value],
    );
    address = new URL(action, address);
    form = new URLSearchParams([...hidden, ['login', 'ana'], ['password', 'any']]);
  }
  throw new Error('It goes in circles');
}
