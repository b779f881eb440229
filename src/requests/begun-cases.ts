import * as v from 'valibot';
import type { NamedDraft } from '#outbox/drafts.ts';
import { shortDate, today } from '#rules/dates.ts';
import { dotted } from '#rules/joined.ts';

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

const text = v.fallback(v.optional(v.string(), ''), '');
const storedCase = v.object({
  poliza: text,
  caso: text,
  idReembolso: text,
  CaseNumber: text,
  paciente: text,
  descripcion: text,
});
const caseIn = (form: unknown) => v.parse(v.fallback(storedCase, v.parse(storedCase, {})), form);
const MAX_ABOUT_CHARS = 80;

/** Documents for a refund, and questions about one or about a policy's beneficiaries. */
export function begunCases(drafts: readonly NamedDraft[]): BegunCase[] {
  return drafts.map((draft) => begunDocument(draft) ?? begunQuestion(draft)).filter((one) => one !== null);
}

function begunDocument({ name, form, parts, at }: NamedDraft): BegunCase | null {
  const [kind, id] = name.split('/');
  if (kind !== 'refund-document' || !id || parts.length === 0) return null;
  const { poliza: policyId, idReembolso, CaseNumber, paciente } = caseIn(form);
  // One that was picked while the refund was queued has the name of its key.
  const refund = id === idReembolso ? { policyId, refundId: id } : { policyId, key: id };
  // A refund has a number once it was sent.
  const day = shortDate(today(new Date(at)));
  const about = CaseNumber || (paciente ? dotted(paciente, `empezado el ${day}`) : `Empezado el ${day}`);
  return { name, kind: 'document', about, opens: policyId ? { refund } : null };
}

function begunQuestion({ name, form }: NamedDraft): BegunCase | null {
  const [kind, about, ...rest] = name.split('/');
  const policyId = rest.join('/');
  const { poliza, caso, descripcion } = caseIn(form);
  const said = descripcion.trim();
  if (kind !== 'ticket' || !about || said === '') return null;
  // Versions before noted the chosen policy alone, which is mostly the case's.
  const ofCase = caso || poliza;
  const opens = policyId ? { policyId, beneficiaries: true as const } : ofCase && { policyId: ofCase, refundId: about };
  return {
    name,
    kind,
    about: [...said].slice(0, MAX_ABOUT_CHARS).join(''),
    opens: opens ? { ticketAbout: opens } : null,
  };
}
