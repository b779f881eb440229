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
