import * as v from 'valibot';
import type { NamedDraft } from '#outbox/drafts.ts';

/** What was begun of a case, which home does not list. */
export interface BegunCase {
  /** Its draft's. */
  name: string;
  kind: 'document' | 'ticket';
  /** Which one it is, in the customer's words or by its number; '' when that is not known. */
  about: string;
  /** The history's state that its form opens with; null where the draft does not say of which policy it is. */
  opens: { refund: Opened } | { ticketAbout: About } | null;
}
type Opened = { policyId: string } & ({ refundId: string } | { key: string });
type About = { policyId: string } & ({ refundId: string } | { beneficiaries: true });

const text = v.fallback(v.string(), '');
const storedCase = v.fallback(v.object({ poliza: text, idReembolso: text, CaseNumber: text, descripcion: text }), {
  poliza: '',
  idReembolso: '',
  CaseNumber: '',
  descripcion: '',
});
const MAX_ABOUT_CHARS = 80;

/** Documents for a refund, and questions about one or about a policy's beneficiaries. */
export function begunCases(drafts: readonly NamedDraft[]): BegunCase[] {
  return drafts.map((draft) => begunDocument(draft) ?? begunQuestion(draft)).filter((one) => one !== null);
}

function begunDocument({ name, form, parts }: NamedDraft): BegunCase | null {
  const [kind, id] = name.split('/');
  if (kind !== 'refund-document' || !id || parts.length === 0) return null;
  const { poliza: policyId, idReembolso, CaseNumber } = v.parse(storedCase, form);
  // One that was picked while the refund was queued has the name of its key.
  const refund = id === idReembolso ? { policyId, refundId: id } : { policyId, key: id };
  return { name, kind: 'document', about: CaseNumber, opens: policyId ? { refund } : null };
}

function begunQuestion({ name, form }: NamedDraft): BegunCase | null {
  const [kind, about, policyId] = name.split('/');
  const { poliza, descripcion } = v.parse(storedCase, form);
  const said = descripcion.trim();
  if (kind !== 'ticket' || !about || said === '') return null;
  return {
    name,
    kind,
    about: [...said].slice(0, MAX_ABOUT_CHARS).join(''),
    opens: { ticketAbout: policyId ? { policyId, beneficiaries: true } : { policyId: poliza, refundId: about } },
  };
}
