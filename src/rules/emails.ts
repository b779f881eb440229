import { mailboxOf } from '#contract/mailbox.ts';
import { folded } from './folded.ts';

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
