import type { ComponentChildren } from 'preact';
import { Failed, Loading } from '../shared/states.tsx';
import type { Asked } from './asking.ts';
import type { Coverage } from './desk-data.ts';
import { counted } from '../shared/words.ts';

/** A part of the desk: its heading, and what came of its question. */
export function Part<Data extends { readonly coverage: Coverage }>({
  name,
  place,
  asked: { told, isAsking, again },
  beside,
  children,
}: {
  readonly name: string;
  /** By which `goTo` finds it. */
  readonly place?: string;
  readonly asked: Asked<Data>;
  /** Beside the heading, such as what one may choose. */
  readonly beside?: ComponentChildren;
  readonly children: (data: Data) => ComponentChildren;
}) {
  return (
    <section class="part" aria-label={name} aria-busy={isAsking}>
      <div class="head">
        <h2 id={place} tabIndex={-1}>
          {name}
        </h2>
        {beside}
        {isAsking && told !== undefined && (
          <span class="quiet" role="status">
            Asking…
          </span>
        )}
      </div>
      {told === undefined ? (
        <Loading />
      ) : 'words' in told ? (
        <Failed words={told.words} again={told.isFinal === true ? undefined : again} />
      ) : (
        <>
          <Covered coverage={told.data.coverage} />
          {children(told.data)}
        </>
      )}
    </section>
  );
}

/** Goes to a part of the desk: it may be far below. */
export function goTo(place: string): void {
  const heading = document.getElementById(place);
  heading?.focus({ preventScroll: true });
  heading?.scrollIntoView();
}

/** Says of how much something was read, where that is not all of it. */
export function Covered({ coverage }: { readonly coverage: Coverage }) {
  if (coverage.complete) return null;
  return <p class="unread">{coverageWords(coverage)}</p>;
}

/** How much was read, in words. */
export function coverageWords({ days_asked: asked, days_covered: covered }: Coverage): string {
  if (asked === undefined || covered === undefined) return 'Not everything was read yet: these are the chats at hand.';
  if (covered === 0) return `None of ${counted(asked, 'day')} was read whole yet: these are the chats at hand.`;
  return `Read so far: ${covered} of ${counted(asked, 'day')}. What is missing is not counted, and not zero.`;
}
