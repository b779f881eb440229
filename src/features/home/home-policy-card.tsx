import { memo } from 'react';
import type { Policy } from '#contract/policies.ts';
import { policyKind, policyKindNames, policyName } from '#rules/policies.ts';
import { figuresLayout, lastPaidText, policyFigures, premiumText } from '#rules/policy-card.ts';
import { policyColour, policyStatus } from '#rules/policy-status.ts';
import { screens } from '#rules/screens.ts';
import { ScreenLink } from '#ui/controls/screen-link.tsx';
import styles from './home-policy-card.module.css';
import { PolicyCard } from './policy-card.tsx';

interface HomePolicyCardProps {
  policy: Policy;
  locale: string;
  /** Calendar date. */
  today: string;
}

/** One policy as home shows it: figures, premium, last payment and status (H2.22, H2.23, H4.1, H4.3). Another in front draws none anew. */
export const HomePolicyCard = memo(function HomePolicyCard({ policy, locale, today }: HomePolicyCardProps) {
  const status = policyStatus(policy);
  const premium = premiumText(policy, locale);
  return (
    <PolicyCard
      kind={policyColour(policy)}
      line={policyKindNames[policyKind(policy)]}
      name={policyName(policy)}
      number={policy.PolicyNumber.trim() && `Póliza ${policy.PolicyNumber}`}
      status={status}
      figures={policyFigures(policy, locale)}
      layout={figuresLayout(policy)}
      foot={[
        premium && (
          <ScreenLink key="premium" className={styles.premium} to={screens.invoices(policy, false)}>
            Prima {premium}
          </ScreenLink>
        ),
        lastPaidText(policy, today),
      ]}
    />
  );
});
