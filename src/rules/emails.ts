import { folded } from './folded.ts';

/** What a mail path can hold, and what stands before its sign (RFC 5321, 4.5.3.1). */
const MAX_EMAIL_CHARS = 254;
const MAX_LOCAL_CHARS = 64;

/** HTML's signs before the sign, and the letters of other alphabets (RFC 6531). No sign here separates or groups addresses. */
const LOCAL = /^[\w.!#$%&'*+/=?^`{|}~\p{L}\p{M}\p{N}-]+$/u;
/** What IDNA may turn into a name. Nothing here ends a host within a URL; the three signs besides '.' are its full stops. */
const DOMAIN = /^[\p{L}\p{M}\p{N}.\u3002\uff0e\uff61-]+$/u;
/** HTML's pattern of a domain, with two labels at least; a last label with a letter is no part of a number. */
const ASCII_DOMAIN =
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?=[a-z0-9-]*[a-z])[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The mailbox that an address names, as it is compared and stored: one writing for each (S34). Blanks around it go, capitals are
 * small (NFC), and the domain is written as the DNS has it (IDNA). Two addresses of one mailbox could have two accounts.
 *
 * @returns null for anything else: a name beside it, a comment, a group, a list, an address that no server can be asked for
 * @see https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address
 */
export function mailboxOf(typed: string): string | null {
  const [local = '', written = '', ...more] = typed.length > 4 * MAX_EMAIL_CHARS ? [] : typed.trim().split('@');
  const name = local.normalize('NFC').toLowerCase();
  // Wide and other forms of a letter are one letter to some mail servers.
  const isPlain = name.normalize('NFKC') === name;
  const domain = more.length === 0 && DOMAIN.test(written) ? asciiDomain(written) : '';
  const mailbox = `${name}@${domain}`;
  const fits = name.length <= MAX_LOCAL_CHARS && mailbox.length <= MAX_EMAIL_CHARS;
  return fits && isPlain && LOCAL.test(name) && ASCII_DOMAIN.test(domain) ? mailbox : null;
}

/** Whether both name the same mailbox; texts that name none are compared by their letters. */
export const sameMailbox = (one: string, other: string): boolean => comparedEmail(one) === comparedEmail(other);

/** The address as it is compared; of a text that names no mailbox, its small letters. */
export const comparedEmail = (typed: string): string => mailboxOf(typed) ?? typed.trim().normalize('NFC').toLowerCase();

/** Every engine's URL knows IDNA (UTS 46); a module for it would weigh more than the form. */
function asciiDomain(written: string): string {
  try {
    return new URL(`http://${written}`).hostname;
  } catch {
    return '';
  }
}

/** Slips of the fingers in the names of the large providers. 'mail' and 'ymail' are providers themselves. */
const slips: Record<string, string> = {
  gmail: 'gmial gmai gamil gmil gmal gnail gmaill gimail gmaul gmeil',
  hotmail: 'hotmial hotmal hormail hotmai homail hotamil hotmaill htomail hotmeil hotmil hotnail otmail',
  outlook: 'outlok outloo outllok oulook otlook outook autlook outlock',
  yahoo: 'yaho yahooo yhoo yhaoo yajoo yahho',
  icloud: 'iclud icloud iclod icoud',
};
const meantName = new Map(
  Object.entries(slips).flatMap(([name, all]) => [name, ...all.split(' ')].map((slip) => [slip, name] as const)),
);
/** No such domains exist. 'co' and 'cm' do, but none of the large providers' mailboxes is there. */
const SLIPPED_COM = /\.(?:con|cmo|ocm|vom|xom|comm|coom|cpm)$/;
const SHORT_COM = /^([a-z]+)\.(?:co|cm|om|c|m)$/;

/**
 * What was probably meant by an address with a slip that many make: 'rosa@gmail.con', or accents before the sign, which no
 * large provider has. It is only asked about, since it may be right.
 *
 * @returns the address to offer; null when there is nothing to ask
 */
export function emailSuggestion(typed: string): string | null {
  const mailbox = mailboxOf(typed);
  if (mailbox === null) return null;
  const [local = '', domain = ''] = mailbox.split('@');
  const meant = `${folded(local)}@${meantDomain(domain)}`;
  return meant === mailbox ? null : mailboxOf(meant);
}

function meantDomain(domain: string): string {
  const com = domain.replace(SLIPPED_COM, '.com');
  const whole = meantName.has(SHORT_COM.exec(com)?.[1] ?? '') ? com.replace(SHORT_COM, '$1.com') : com;
  const [first = '', ...rest] = whole.split('.');
  return rest.join('.') === 'com' ? `${meantName.get(first) ?? first}.com` : whole;
}
