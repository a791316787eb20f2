import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { entryOf, fileWith, snippetWith, withEntry } from '../hosts/entries.ts';
import { HOST_PLATFORMS, PLATFORM_NAMES, type Host, type HostPlatform, type ServerStart } from '../hosts/host.ts';
import { HOSTS, isInstalled, settingsFileOf, type Machine } from '../hosts/hosts.ts';
import type { SettingsChange } from '../hosts/settings-files/change.ts';
import { InvalidArgument } from '../../model/errors.ts';
import { didYouMean } from '../../model/text/did-you-mean.ts';
import { CallerText, ProgramText, quotation, trusted } from '../../model/text/trusted-text.ts';
import type { Clock } from '../../model/time/units.ts';
import type { Dialogue } from './dialogue.ts';
import { copyBeside, writeWhole } from './whole-file.ts';

/** A host of this machine, and what writing the entry would do to its settings file. */
interface FoundHost {
  readonly host: Host;
  readonly path: string;
  readonly change: SettingsChange;
}

/** The hosts that somebody has named beforehand: by their ids, `found` for all that are here, `none`; undefined to be asked. */
export type WantedHosts = readonly string[] | 'found' | 'none' | undefined;

/** Returns this machine, as hosts see it. */
export function ownMachine(environment: Machine['environment']): Machine {
  const platform = ownPlatform();
  const home = environment[platform === 'win32' ? 'USERPROFILE' : 'HOME'] ?? homedir();
  return { platform, home, environment, exists: existsSync };
}

function ownPlatform(): HostPlatform {
  return HOST_PLATFORMS.find((platform) => platform === process.platform) ?? 'linux';
}

/** Reads what somebody has named: `found`, `none`, or ids between commas. Throws InvalidArgument for an id that is none. */
export function wantedHosts(text: string | undefined): WantedHosts {
  if (text === undefined || text === 'found' || text === 'none') return text;
  return text.split(',').map((one) => {
    const id = one.trim();
    const writable = HOSTS.filter(({ settings, entry }) => settings !== undefined && entry !== undefined);
    if (writable.some((host) => host.id === id)) return id;
    const ids = writable.map((host) => ProgramText.parse(host.id));
    throw new InvalidArgument(
      didYouMean(trusted`There is no assistant "${quotation(CallerText.parse(id))}"`, id, ids),
      'Use found for all that are installed, or none.',
    );
  });
}

/**
 * Finds the hosts of this machine, writes the entry into those that are wanted, and shows the entry for the others. An entry of our
 * name that is not ours stays, and so does a file that cannot be read; a copy of each changed file is kept beside it.
 */
export async function offerHosts(
  start: ServerStart,
  wanted: WantedHosts,
  machine: Machine,
  { dialogue, clock }: { readonly dialogue: Dialogue; readonly clock: Clock },
): Promise<void> {
  const found = HOSTS.flatMap((host) => foundHost(host, start, wanted, machine) ?? []);
  for (const one of found) tellUnchanged(one, dialogue);
  for (const { id, name } of HOSTS) {
    if (Array.isArray(wanted) && wanted.includes(id) && !found.some(({ host }) => host.id === id)) {
      dialogue.warn(
        `${name} was not changed: no settings file of it is known on ${PLATFORM_NAMES[machine.platform]}.`,
        `docs/hosts/${id}.md says how to add the server by hand.`,
      );
    }
  }
  const changeable = found.filter(({ change }) => 'text' in change);
  const chosen = await chosenAmong(changeable, wanted, dialogue);
  for (const { host } of changeable) {
    if (!chosen.includes(host.id)) continue;
    // Hosts write their files, too, and people take a while to choose: what counts is the file as it is now.
    const one = foundHost(host, start, [host.id], machine);
    if (one !== undefined) write(one, dialogue, clock);
  }
  const left = found.filter(
    ({ host, change }) => change.change === 'refused' || ('text' in change && !chosen.includes(host.id)),
  );
  for (const { host } of left) showEntry(host, start, machine);
  if (left.length === 0 && chosen.length === 0 && found.every(({ change }) => change.change !== 'none')) {
    dialogue.show(
      'The entry for a host (an assistant that starts servers), as most of them take it:',
      generalEntry(start),
    );
  }

  function showEntry(host: Host, of: ServerStart, { platform }: Machine): void {
    const entry = entryOf(host, platform, of);
    if (entry === undefined || host.settings === undefined) return;
    const path = settingsFileOf(host, machine) ?? '';
    dialogue.show(`For ${host.name}, to be put into ${path}:`, snippetWith(host.settings, entry));
  }
}

function generalEntry(start: ServerStart): string {
  const entry = { command: start.command, args: [...start.args] };
  return fileWith({ format: 'json', folders: {}, names: ['mcp.json'], key: 'mcpServers' }, entry);
}

function foundHost(host: Host, start: ServerStart, wanted: WantedHosts, machine: Machine): FoundHost | undefined {
  const isWanted = Array.isArray(wanted) ? wanted.includes(host.id) : isInstalled(host, machine);
  const path = settingsFileOf(host, machine);
  const entry = entryOf(host, machine.platform, start);
  if (!isWanted || path === undefined || entry === undefined || host.settings === undefined) return undefined;
  try {
    const text = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
    return { host, path, change: withEntry(text, host.settings, entry) };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    return { host, path, change: { change: 'refused', why: 'cannot be read' } };
  }
}

async function chosenAmong(
  changeable: readonly FoundHost[],
  wanted: WantedHosts,
  dialogue: Dialogue,
): Promise<readonly string[]> {
  const ids = changeable.map(({ host }) => host.id);
  if (wanted === 'none' || ids.length === 0) return [];
  if (wanted !== undefined) return ids;
  return dialogue.several(
    'Write the entry into the settings of these assistants? (space chooses, return goes on)',
    changeable.map(({ host, path }) => ({ value: host.id, label: host.name, hint: path })),
    [],
  );
}

function tellUnchanged({ host, path, change }: FoundHost, dialogue: Dialogue): void {
  if (change.change === 'none') dialogue.good(`${host.name} has the entry already: ${path}`);
  if (change.change === 'refused') dialogue.warn(`${host.name} stays as it is: ${path} ${change.why}.`);
}

function write(found: FoundHost, dialogue: Dialogue, clock: Clock): void {
  const { host, path, change } = found;
  if (!('text' in change)) {
    tellUnchanged(found, dialogue);
    return;
  }
  try {
    const copy = copyBeside(path, clock());
    writeWhole(path, change.text);
    const kept = copy === undefined ? '' : `; the file as it was is kept as ${copy}`;
    dialogue.good(`${host.name} has the entry: ${path}${kept}`);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    dialogue.bad(
      `${host.name} stays as it is: ${path} cannot be written.`,
      'Check its permissions, or add the entry by hand.',
    );
  }
}
