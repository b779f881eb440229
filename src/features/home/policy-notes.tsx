import type { Policy } from '#contract/policies.ts';
import { today } from '#rules/dates.ts';
import { offshoreDisclaimer } from '#rules/policy-card.ts';
import { graceOf, unpaidButton } from '#rules/policy-status.ts';
import { screens } from '#rules/screens.ts';
import { Row, RowGroup } from '#ui/lists/rows.tsx';
import styles from './policy-notes.module.css';

/**
 * Notes of the policy in front: the end of its grace period with its unpaid bills (H4.2), and the disclaimer of an offshore
 * policy (H2.24). The days left stand in the line above the policies, and only there.
 */
export function PolicyNotes({ policy, now }: { policy: Policy; now: Date }) {
  const grace = graceOf(policy, today(now));
  const unpaid = unpaidButton(policy);
  const offshore = offshoreDisclaimer(policy);
  return (
    <>
      {grace && unpaid && (
        <RowGroup label="Periodo de gracia">
          <Row icon="pay" tone="bad" title={unpaid} detail={grace.text} to={screens.invoices(policy, true)} />
        </RowGroup>
      )}
      {grace?.text && !unpaid && <p className={styles.note}>{grace.text}.</p>}
      {offshore && <p className={styles.note}>{offshore}</p>}
    </>
  );
}
