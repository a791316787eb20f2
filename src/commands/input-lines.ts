import { Readable } from 'node:stream';
import { MAX_MESSAGE_BYTES, tooMuchIn } from '../mcp/message-bounds.ts';
import { slices } from '../model/slices.ts';

/** Of a line that is longer nobody waits for the end. */
export const MAX_LINE_BYTES = 10 * 1024 * 1024;

const NEWLINE = 0x0a;

/** A request that was left out because it is more than is read of one. */
export interface LeftOut {
  /** As the client has it; undefined for a notification, and where it is not the first or the last thing that the line says. */
  readonly id?: string | number;
  /** What is too much, in words that go on behind its name. */
  readonly tooMuch: string;
}

/**
 * Returns the lines of an input, one at a time: many at once share the event loop with everything else. Those with more than is read
 * of a message are left out, and `told`. A line without an end is an error of the stream.
 */
export function inputLines(input: Readable, told: (leftOut: LeftOut) => void): Readable {
  return Readable.from(linesOf(input, told), { objectMode: false });
}

async function* linesOf(input: Readable, told: (leftOut: LeftOut) => void): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let size = 0;
  // An input that was destroyed here would look like one whose writer is gone.
  for await (const chunk of chunksOf(input)) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      const line = Buffer.concat([...parts, chunk.subarray(start, end + 1)]);
      [parts, size, start] = [[], 0, end + 1];
      const leftOut = leftOutIn(line);
      if (leftOut === undefined) yield line;
      else told(leftOut);
      // What answers from what is at hand does so before the loop turns: many at once would be answered in one go.
      await slices.next();
    }
    parts.push(chunk.subarray(start));
    size += chunk.length - start;
    if (size > MAX_LINE_BYTES) throw new RangeError('a line of the input has no end');
  }
}

const chunksOf = (input: Readable): AsyncIterable<Buffer> => input.iterator({ destroyOnReturn: false });

function leftOutIn(line: Buffer): LeftOut | undefined {
  const tooMuch =
    line.length > MAX_MESSAGE_BYTES ? `has more than ${MAX_MESSAGE_BYTES} bytes` : tooMuchIn(line.toString());
  return tooMuch === undefined ? undefined : { ...idIn(line), tooMuch };
}

/** What surely holds an id and what stands beside it. */
const MARGIN = 300;
const ID = String.raw`"id"\s*:\s*(\d{1,15}|"[\w-]{1,200}")\s*`;
const FIRST = new RegExp(String.raw`^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?${ID},`);
const LAST = new RegExp(String.raw`,\s*${ID}\}\s*$`);

/** Clients write the id of a request at its beginning or at its end: what is too much is not read for it. */
function idIn(line: Buffer): Pick<LeftOut, 'id'> {
  const [, id] = FIRST.exec(line.subarray(0, MARGIN).toString()) ?? LAST.exec(line.subarray(-MARGIN).toString()) ?? [];
  if (id === undefined) return {};
  return { id: id.startsWith('"') ? id.slice(1, -1) : Number(id) };
}
