import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Customer } from './customers.ts';

/** Logins kept at a time; the oldest goes. */
const LIMIT = 1000;

/** The customers who are logged in: the browser has a random key in a cookie, and nothing else. */
export interface Logins {
  /** The key of a new login; undefined when email and password do not fit. */
  begin: (email: string, password: string) => string | undefined;
  find: (key: string | undefined) => Customer | undefined;
  end: (key: string | undefined) => void;
}

export function createLogins(customers: readonly Customer[]): Logins {
  const running = new Map<string, Customer>();
  return {
    begin: (email, password) => {
      const customer = customers.find((one) => one.email === email.trim().toLowerCase());
      if (!customer || !isSame(password, customer.password)) return undefined;
      const [oldest] = running.keys();
      if (running.size >= LIMIT && oldest !== undefined) running.delete(oldest);
      const key = randomBytes(32).toString('base64url');
      running.set(key, customer);
      return key;
    },
    find: (key) => (key === undefined ? undefined : running.get(key)),
    end: (key) => {
      if (key !== undefined) running.delete(key);
    },
  };
}

function isSame(given: string, kept: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(kept));
}
