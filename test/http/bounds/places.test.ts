import { array, assert, constantFrom, nat, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { Places, type Place } from '../../../src/http/bounds/places.ts';

const steps = array(record({ caller: constantFrom('a', 'b', 'c', 'd'), count: nat(3), leaves: nat(3) }), {
  maxLength: 60,
});

test('H15: whatever callers do, none has more than its own, all not more than all, and one is refused for no other reason', () => {
  assert(
    property(steps, nat(4), nat(9), (given, each, all) => {
      const places = new Places({ each, all });
      const held: { caller: string; count: number; leave: () => void }[] = [];
      const sum = (taken: typeof held) => taken.reduce((total, { count }) => total + count, 0);
      const of = (caller: string) => sum(held.filter((one) => one.caller === caller));
      for (const { caller, count, leaves } of given) {
        if (leaves === 0 && held.length > 0) {
          const [first] = held.splice(0, 1);
          // Leaving twice is leaving once.
          first?.leave();
          first?.leave();
        }
        const place: Place = places.take(caller, count);
        const expected = of(caller) + count > each ? 'own' : sum(held) + count > all ? 'all' : undefined;
        expect(place.full).toBe(expected);
        if (place.leave !== undefined) held.push({ caller, count, leave: place.leave });
      }
    }),
  );
});
