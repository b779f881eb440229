import type { Policy } from '#contract/policies.ts';
import { today } from '#rules/dates.ts';
import { offshoreDisclaimer } from '#rules/policy-card.ts';
import { graceOf, unpaidButton } from '#rules/policy-status.ts';
import { screens } from '#rules/screens.ts';
import { Icon } from '#ui/icon.tsx';
import { ScreenButton } from '#ui/screen-link.tsx';
import styles from './policy-notes.module.css';

/**
 * Notes of the policy in front: its grace period with unpaid bills (H4.2), and the disclaimer of an offshore policy (H2.24).
 */
export function PolicyNotes({ policy, now }: { policy: Policy; now: Date }) {
  const grace = graceOf(policy, today(now));
  const unpaid = unpaidButton(policy);
  const offshore = offshoreDisclaimer(policy);
  return (
    <>
      {grace && (
        <section className={styles.grace} aria-label="Periodo de gracia">
          <p className={styles.line}>
            <Icon name="alert" size={20} />
            <span>
              <b>{grace.text}.</b> {grace.left && `${grace.left}.`}
            </span>
          </p>
          {unpaid && <ScreenButton to={screens.invoices(policy, true)}>{unpaid}</ScreenButton>}
        </section>
      )}
      {offshore && <p className={styles.offshore}>{offshore}</p>}
    </>
  );
}
