import { snippetOf, usualEntry, type ServerStart } from '../hosts/host.ts';
import { HOSTS } from '../hosts/hosts.ts';
import { isInstalled, type Machine } from '../hosts/machine.ts';
import { addTo } from '../hosts/register.ts';
import { InvalidArgument } from '../../model/errors.ts';
import { didYouMean } from '../../model/text/did-you-mean.ts';
import { CallerText, ProgramText, quotation, trusted } from '../../model/text/trusted-text.ts';
import type { Clock } from '../../model/time/units.ts';
import type { Dialogue } from './dialogue.ts';

/** The hosts that a user named beforehand: by their ids, `found` for all that are here, `none`; undefined to be asked. */
export type WantedHosts = readonly string[] | 'found' | 'none' | undefined;

/** Reads what a user named: `found`, `none`, or ids between commas. Throws InvalidArgument for an id that is none. */
export function wantedHosts(text: string | undefined): WantedHosts {
  if (text === undefined || text === 'found' || text === 'none') return text;
  const ids = HOSTS.map(({ id }) => ProgramText.parse(id));
  const wanted = text.split(',').map((one) => one.trim());
  const unknown = wanted.find((one) => !ids.some((id) => id === one));
  if (unknown === undefined) return wanted;
  throw new InvalidArgument(
    didYouMean(trusted`There is no assistant "${quotation(CallerText.parse(unknown))}"`, unknown, ids),
    'Use found for all that are installed, or none.',
  );
}

/** Adds the server to the hosts that are wanted, and shows what to put where for those that no program can change. */
export async function offerHosts(
  start: ServerStart,
  wanted: WantedHosts,
  machine: Machine,
  { dialogue, clock }: { readonly dialogue: Dialogue; readonly clock: Clock },
): Promise<void> {
  const hosts = await chosen(wanted, machine, dialogue);
  if (hosts.length === 0) {
    dialogue.show('What most assistants take, to add the server yourself:', snippetOf('mcpServers', usualEntry(start)));
  }
  for (const host of hosts) {
    const added = await dialogue.during(`Adding the server to ${host.name}`, () =>
      addTo(host, start, machine, clock()),
    );
    if (added.isAdded) {
      dialogue.good(added.words);
      continue;
    }
    if (added.why !== undefined) dialogue.warn(`${host.name} was not changed: ${added.why}`);
    dialogue.show(`To add the server to ${host.name}, ${added.todo}:`, added.text);
  }
}

async function chosen(wanted: WantedHosts, machine: Machine, dialogue: Dialogue): Promise<typeof HOSTS> {
  if (wanted !== undefined && wanted !== 'found' && wanted !== 'none') {
    return HOSTS.filter(({ id }) => wanted.includes(id));
  }
  const found = wanted === 'none' ? [] : HOSTS.filter((host) => isInstalled(host, machine));
  if (wanted !== undefined || found.length === 0) return found;
  const choices = found.map(({ id, name }) => ({ value: id, label: name }));
  const ids = await dialogue.several('Add the server to these assistants? (space selects, return confirms)', choices);
  return found.filter(({ id }) => ids.includes(id));
}
