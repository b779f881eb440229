import { useStore } from '@tanstack/react-form';
import { useNavigate } from '@tanstack/react-router';
import type { Policy } from '#contract/policies.ts';
import type { Refund } from '#contract/refunds.ts';
import type { TicketType } from '#contract/tickets.ts';
import { useStep } from '#forms/form-context.ts';
import { cards, refunds } from '#mirror/collections.ts';
import { useMirroredRows } from '#mirror/hooks.tsx';
import { caseStatus } from '#rules/case-status.ts';
import { dateOf, nearDate, today } from '#rules/dates.ts';
import { underWay } from '#rules/home.ts';
import { dotted } from '#rules/joined.ts';
import { patientNames } from '#rules/people.ts';
import { shortcutsOf } from '#rules/policy-card.ts';
import { refundName } from '#rules/refund-form.ts';
import { screens } from '#rules/screens.ts';
import { Icon } from '#ui/base/icon.tsx';
import { LiveRegion } from '#ui/states/live-region.tsx';
import styles from './known-first.module.css';
import { isAboutRefunds } from './ticket-form.ts';

interface KnownFirstProps {
  policies: readonly Policy[];
  types: readonly TicketType[];
}

/** What the device knows of the chosen subject answers before anybody writes: after 'Reembolsos', those under way. */
export function KnownFirst({ policies, types }: KnownFirstProps) {
  const { form } = useStep();
  const chosen = useStore(form.store, ({ values }) => values.idTipoTicket);
  const policyId = useStore(form.store, ({ values }) => values.poliza);
  const isKnown = types.some((type) => type.id === chosen && isAboutRefunds(type));
  const offering = policies.filter((policy) => shortcutsOf(policy).includes('reembolsos'));
  // With several policies it is open which one is meant; the link leads to the refunds of one.
  const meant =
    offering.find(({ Policy }) => Policy === policyId) ?? (!policyId && offering.length === 1 && offering[0]);
  return <LiveRegion>{isKnown && meant && <RefundsUnderWay policyId={meant.Policy} />}</LiveRegion>;
}

function RefundsUnderWay({ policyId }: { policyId: string }) {
  const navigate = useNavigate();
  const rows = useMirroredRows(refunds, [policyId])?.get(policyId) ?? [];
  const insured = useMirroredRows(cards, [policyId])?.get(policyId) ?? [];
  const open = underWay(rows.map((refund) => ({ refund })));
  const [first, ...more] = open;
  if (!first) return null;
  const { refund } = first;
  const see = () => {
    if (more.length > 0) return void navigate(screens.refunds(policyId));
    void navigate({ to: '/app/reembolsos/detalles', state: { refund: { policyId, refundId: refund.id } } });
  };
  const patient = patientNames(insured)(refund);
  const { what, stands } = more.length > 0 ? several(open.length) : underWayWords(refund, patient, today(new Date()));
  return (
    <p className={styles.known}>
      <Icon name="refund" size={20} />
      <span className="grow" dir="auto">
        <b>{what}</b> {stands}
      </span>
      <button type="button" className={styles.see} onClick={see}>
        {more.length > 0 ? 'Verlos' : 'Verlo'}
      </button>
    </p>
  );
}

const several = (count: number) => ({ what: `${count} reembolsos`, stands: 'están en curso.' });

/**
 * What a refund under way is called, and how it stands.
 *
 * @param patient as it is told apart from the others of its policy
 * @param day calendar date of today
 */
export function underWayWords(
  { tipoGasto, tipoReembolso, idEstado, created }: Pick<Refund, 'tipoGasto' | 'tipoReembolso' | 'idEstado' | 'created'>,
  patient: string,
  day: string,
): { what: string; stands: string } {
  const asked = dateOf(created);
  const where = caseStatus(idEstado).text === 'Nuevo' ? 'está por revisarse.' : 'está en trámite.';
  return {
    what: dotted(tipoGasto || refundName(tipoReembolso), patient),
    stands: asked ? `${where} Lo pediste el ${nearDate(asked, day)}.` : where,
  };
}
