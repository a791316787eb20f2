import { render, type ComponentType } from 'preact';
import * as z from 'zod/mini';
import { connect } from './bridge.ts';
import type { Host } from './host.ts';
import { Failed, Loading } from './states.tsx';
import { applyTheme } from './theme.ts';
import './theme.css';

// Code from strings is what a host's policy forbids, and reports.
z.config({ jitless: true });

/** Connects a view to what shows it, and shows it. `open` opens another host than the frame's, as that of a page of its own. */
export async function start(
  name: string,
  View: ComponentType<{ readonly host: Host }>,
  open: (name: string) => Promise<Host> = connect,
): Promise<void> {
  const place = document.querySelector('#view') ?? document.body;
  render(<Loading what="Connecting" />, place);
  try {
    const host = await open(name);
    host.onTheme(applyTheme);
    render(<View host={host} />, place);
  } catch (error) {
    render(<Failed words={error instanceof Error ? error.message : 'The host cannot be reached.'} />, place);
  }
}
