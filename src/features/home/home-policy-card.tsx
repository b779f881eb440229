import type { Policy } from '#contract/policies.ts';
import { today } from '#rules/dates.ts';
import { policyKind, policyKindNames } from '#rules/policies.ts';
import { figuresLayout, lastPaidText, offshoreDisclaimer, policyFigures, premiumText } from '#rules/policy-card.ts';
import { graceOf, policyColour, policyStatus, unpaidButton } from '#rules/policy-status.ts';
import { screens } from '#rules/screens.ts';
import { ButtonLink } from '#ui/button.tsx';
import { PolicyCard } from '#ui/policy-card.tsx';
import styles from './home-policy-card.module.css';

/** One policy as home shows it: figures, premium, status, and what an arrear asks for (H2.22 to H2.24, H4.1 to H4.3). */
export function HomePolicyCard({ policy, locale }: { policy: Policy; locale: string }) {
  const status = policyStatus(policy);
  const grace = graceOf(policy, today(new Date()));
  const unpaid = unpaidButton(policy);
  const offshore = offshoreDisclaimer(policy);
  const premium = premiumText(policy, locale);
  return (
    <PolicyCard
      kind={policyColour(policy)}
      line={policyKindNames[policyKind(policy)]}
      name={policy.ProductName}
      number={`Póliza ${policy.PolicyNumber}`}
      // In arrears the whole sentence stands below, where it has room.
      status={status.good ? status : { text: 'En impago', good: false }}
      figures={policyFigures(policy, locale)}
      layout={figuresLayout(policy)}
      foot={[
        premium && (
          <a key="premium" className={styles.premium} href={screens.invoices(policy, false)}>
            Prima {premium}
          </a>
        ),
        lastPaidText(policy),
      ]}
    >
      {grace && (
        <div className={styles.grace}>
          <p>
            <b>{status.text}.</b> {grace.text}. {grace.left}
          </p>
          {unpaid && (
            <ButtonLink size="small" look="line" className={styles.pay} href={screens.invoices(policy, true)}>
              {unpaid}
            </ButtonLink>
          )}
        </div>
      )}
      {offshore && <p className={styles.offshore}>{offshore}</p>}
    </PolicyCard>
  );
}
