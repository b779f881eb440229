import { DAY_MS } from '#contract/age.ts';

/** The part of a draft that holds its form. The other parts are named after the fields of its files. */
export const FORM_PART = 'form';

/** Whose the drafts are that belong to no customer. */
export const DEVICE = 'device';

/**
 * The device's own draft of files that were shared while nobody was signed in, and that nobody has claimed yet
 * (outbox/received.ts).
 */
export const UNCLAIMED = 'received';

/** The visitor's draft of photos on their way to a desk, good for no longer than the relay. */
export const RELAY_DRAFT = 'relevo';

/**
 * D45: how long an abandoned visitor's draft is kept, and a shared file that nobody used. A customer's draft is kept until it is
 * sent or discarded, or its policy has long ended (mirror/ended-policies.ts).
 */
export const KEPT_MS = 7 * DAY_MS;

/**
 * The sealed content of a draft's form row. In the clear the draft is named by an HMAC. Its plain name is sealed with the
 * form, so that the draft can be renamed under another key.
 */
export interface NamedForm {
  name: string;
  form: unknown;
}

/** Null when the row did not open. */
export function namedFormFrom(value: unknown): NamedForm | null {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('form' in value)) return null;
  return typeof value.name === 'string' ? { name: value.name, form: value.form } : null;
}

/**
 * The policy that the draft of a new request belongs to, null where that is not sure. A question may still go to another policy than its
 * case's, what corrects a queued request belongs to that, and a refund may have a policy's number.
 */
export function policyOfDraft({ name, form }: NamedForm): string | null {
  const [kind, ...about] = name.split('/');
  const stored = typeof form === 'object' && form !== null ? (form as { poliza?: unknown; caso?: unknown }) : {};
  const policies: Record<string, unknown> = {
    refund: about.join('/'),
    'refund-document': stored.poliza,
    ticket: about[0] === 'beneficiarios' ? about.slice(1).join('/') : stored.caso,
  };
  const policy = about.length > 0 ? policies[kind ?? ''] : null;
  return typeof policy === 'string' && policy !== '' ? policy : null;
}

/** The parts of the HMAC that names a customer's draft in the clear. */
export const draftNameParts = (name: string): [string, string] => ['draft', name];

/** The seal's context of one part of a draft, without its owner. */
export const draftContext = (id: string, part: string) => ({ table: 'drafts', row: `${id}/${part}` });
