import { refuse } from './reading.ts';
import { hasUnseen } from './values.ts';

/** An address of an authority, as data. It is never opened, and its host is never asked. */
export interface Address {
  /** In small letters. */
  path: string;
  /** The members by their names in small letters, decoded once. */
  members: ReadonlyMap<string, string>;
}

/** DGII: the blank inside FechaFirma may stand bare. No other blank may. */
const BARE_BLANK = /(fechafirma=\d\d-\d\d-\d{4}) (\d\d:\d\d:\d\d)/i;

/** An address of the web, whoever's. */
export const isWebAddress = (text: string): boolean => /^https?:/i.test(text);

/** What runs or opens something when it is opened. */
const RUNS = /(?:^|[\s:=])(?:javascript|vbscript|data|file|blob|about|intent|view-source|content):\S/i;
const OTHER_SCHEME = /^[a-z][a-z0-9+.-]*:\/\//i;

/** Whether a text is an address that no paper has. */
export const isHostileAddress = (text: string): boolean =>
  RUNS.test(text) || (OTHER_SCHEME.test(text) && !isWebAddress(text));

/**
 * Reads an address of a known host.
 *
 * @param hosts what is read of each, by host in small letters
 * @throws Refusal 'host' for any other host, also with a user or a port; 'hostile' for blanks and signs that no paper has;
 *   'nothing' for a member twice with two values and for anything behind '#'
 */
export function readAddress<Found>(text: string, hosts: ReadonlyMap<string, (address: Address) => Found>): Found {
  const raw = text.replace(BARE_BLANK, '$1%20$2');
  if (/[\s\\]/.test(raw)) refuse('hostile');
  const parts = /^https?:\/\/([^/?#]*)([^?#]*)/i.exec(raw);
  const [, host = '', path = ''] = parts ?? refuse('hostile');
  const read = hosts.get(host.toLowerCase()) ?? refuse('host');
  const url = parsed(raw);
  // The raw text decides: the parser mends what a paper never has (a port, dots in the path, wide letters).
  if (url.host !== host.toLowerCase() || url.pathname !== (path || '/')) refuse('hostile');
  if (url.hash !== '') refuse('nothing');
  return read({ path: path.toLowerCase(), members: membersOf(url) });
}

function parsed(raw: string): URL {
  try {
    return new URL(raw);
  } catch {
    return refuse('hostile');
  }
}

function membersOf(url: URL): Map<string, string> {
  const members = new Map<string, string>();
  for (const [name, value] of url.searchParams) {
    if (hasUnseen(name + value) || /[\t\n\r]/.test(name + value)) refuse('hostile');
    const known = name.toLowerCase();
    if ((members.get(known) ?? value) !== value) refuse('nothing');
    members.set(known, value);
  }
  return members;
}
