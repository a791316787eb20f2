import type { Told } from './figure.ts';

/** The keys of a metric's figure in data. */
export interface FigureKeys {
  /** Of the figure, or of its count where it is a share. */
  readonly figure: string;
  readonly of: string;
  readonly rate: string;
  readonly unknown: string;
  /** The key by which a change of it is told. */
  readonly change: string;
}

/** Returns the keys of a metric's figure in data. */
export function keysOfMetric({ name, kind, rate = `${name}_rate` }: Told): FigureKeys {
  const figure = kind.unit === 'seconds' ? `${name}_seconds` : name;
  const change = kind.main === 'share' ? rate : kind.main === '' ? figure : `${figure}_${kind.main}`;
  return { figure, of: `${name}_of`, rate, unknown: `${name}_unknown`, change };
}
