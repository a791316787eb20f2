import type { ServerContext } from '@modelcontextprotocol/server';

/** The trace that a call is part of, as W3C Trace Context and Baggage have it. */
export type Carrier = Readonly<Record<string, string>>;

const KEYS = ['traceparent', 'tracestate', 'baggage'] as const;
/** Longer than any of them may be. */
const MAX_LENGTH = 8192;
const TRACEPARENT = /^[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Returns what the metadata of a call say of its trace, if they name one. */
export function carrierIn({ mcpReq: { _meta: meta } }: ServerContext): Carrier | undefined {
  return carrierOf((key) => meta?.[key]);
}

/** Returns what the headers of its HTTP request say, if they name one. */
export function headerCarrierIn({ http }: ServerContext): Carrier | undefined {
  return carrierOf((key) => http?.req?.headers.get(key));
}

/** Returns the id of the trace that a client named for a call: 32 hexadecimal digits. */
export function traceIdIn(context: ServerContext): string | undefined {
  const { traceparent } = carrierIn(context) ?? headerCarrierIn(context) ?? {};
  return traceparent === undefined ? undefined : TRACEPARENT.exec(traceparent)?.[1];
}

function carrierOf(valueOf: (key: (typeof KEYS)[number]) => unknown): Carrier | undefined {
  const traceparent = valueOf('traceparent');
  if (typeof traceparent !== 'string' || !TRACEPARENT.test(traceparent)) return undefined;
  const found = KEYS.map((key) => [key, valueOf(key)] as const);
  return Object.fromEntries(
    found.filter((entry): entry is [(typeof KEYS)[number], string] => {
      const [, value] = entry;
      return typeof value === 'string' && value.length <= MAX_LENGTH;
    }),
  );
}
