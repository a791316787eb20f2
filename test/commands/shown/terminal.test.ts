import { PassThrough } from 'node:stream';
import { WriteStream } from 'node:tty';
import { expect, test } from 'vitest';
import { columnsOf, showsColours } from '../../../src/commands/shown/terminal.ts';

test.each([
  [true, {}, true],
  [false, {}, false],
  [true, { NO_COLOR: '1' }, false],
  [true, { NO_COLOR: '' }, true],
  [true, { TERM: 'dumb' }, false],
  [false, { FORCE_COLOR: '1' }, true],
  [true, { FORCE_COLOR: '0' }, false],
])('isTTY %j with %j shows colours: %j', (isTTY, own, isColoured) => {
  const getColorDepth = (env: object) => WriteStream.prototype.getColorDepth(env);
  const stream = Object.assign(new PassThrough(), { isTTY, ...(isTTY && { getColorDepth }) });
  expect(showsColours(stream, { TERM: 'xterm-256color', ...own })).toBe(isColoured);
});

test.each([
  [120, 120],
  [0, 80],
  [undefined, 80],
])('a stream of %j columns is %i wide', (columns, width) => {
  expect(columnsOf(columns === undefined ? {} : { columns })).toBe(width);
});
