import type { ContentBlock } from '@modelcontextprotocol/server';
import type { Chart } from '../charts/chart.ts';
import type { Tone } from '../charts/drawing.ts';
import { ChartNotDrawn } from '../model/errors.ts';
import { omitUndefined } from '../model/omit-undefined.ts';
import { deskBlock } from '../privacy/cleaned-text.ts';
import type { Desk } from './desk.ts';
import { retryWords } from './error-words.ts';

/** In which forms a host shows a picture: as an image beside the words, as SVG in a view, or in both. */
export interface Forms {
  /** In which colours; undefined for no image. */
  readonly asImage: Tone | undefined;
  readonly asSvg: boolean;
}

/** A picture beside an answer, and what the answer says of it: what it shows, or why it is not there. */
export interface Picture {
  readonly words: string;
  readonly images: readonly ContentBlock[];
  readonly svg?: string;
}

/** Draws the picture of an answer. That it cannot be drawn is no reason to keep the answer back; only an aborted signal throws. */
export async function pictureOf(
  chart: Chart,
  { asImage, asSvg }: Forms,
  { drawing, reportBug }: Pick<Desk, 'drawing' | 'reportBug'>,
  signal: AbortSignal,
): Promise<Picture> {
  try {
    const images = asImage === undefined ? [] : [imageOf(await drawing.png(chart, asImage, signal))];
    return omitUndefined({
      words: drawing.altText(chart),
      images,
      svg: asSvg ? drawing.svg(chart) : undefined,
    });
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof ChartNotDrawn) {
      // Such as a thread that crashed: nothing else reports it.
      if (error.cause !== undefined) reportBug(error.cause);
      return { words: `No picture: ${deskBlock(error.why, 1500)}. ${retryWords(error.retry)}`, images: [] };
    }
    reportBug(error);
    return {
      words: `No picture: something went wrong inside the server. ${retryWords('no')}`,
      images: [],
    };
  }
}

/** For people: a model has the same in words. */
function imageOf(png: Uint8Array): ContentBlock {
  return {
    type: 'image',
    data: Buffer.from(png).toString('base64'),
    mimeType: 'image/png',
    annotations: { audience: ['user'] },
  };
}
