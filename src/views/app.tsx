import { render, type ComponentType } from 'preact';
import * as z from 'zod/mini';
import type { ViewName } from '../answers/views.ts';
import { connect } from './bridge.ts';
import { ChatView } from './chat/chat-view.tsx';
import { Desk } from './desk/desk.tsx';
import type { Host } from './host.ts';
import { Page } from './page/page.tsx';
import { IS_PAGE } from './parts/csv.tsx';
import { Failed, Loading } from './parts/states.tsx';
import { applyTheme } from './theme.ts';
import { Board } from './triage/board.tsx';
import './style.css';

// Code from strings is what a host's policy forbids, and reports.
z.config({ jitless: true });

/** The view of this page: the bundle has no other (`scripts/views.ts`). */
declare const VIEW: ViewName;

const View: ComponentType<{ readonly host: Host }> = VIEW === 'chat' ? ChatView : VIEW === 'triage' ? Board : Desk;

/** Shows a view: in a host's frame beside a call, and in none as the page that `http` serves, whose headers let it be in none. */
async function start(place: Element): Promise<void> {
  if (VIEW === 'desk' && IS_PAGE) return render(<Page />, place);
  render(<Loading what="Connecting" />, place);
  try {
    const host = await connect(VIEW);
    host.onTheme(applyTheme);
    render(<View host={host} />, place);
  } catch (error) {
    render(<Failed words={error instanceof Error ? error.message : 'The host cannot be reached.'} />, place);
  }
}

await start(document.querySelector('#view') ?? document.body);
