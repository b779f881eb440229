import { useState } from 'react';
import type { Policy } from '#contract/policies.ts';
import { isSavings, offersExtraContribution } from '#rules/policies.ts';
import { shortcutsOf } from '#rules/policy-card.ts';
import { screens } from '#rules/screens.ts';
import { Button } from '#ui/button.tsx';
import { ScreenButton } from '#ui/screen-link.tsx';
import { ExtraContribution } from './extra-contribution.tsx';
import { PeopleCard } from './people-card.tsx';
import styles from './policy-side.module.css';
import { SavingsPlan } from './savings-plan.tsx';

interface PolicySideProps {
  policy: Policy;
  residence: string;
}

/** Beside or below the policy in front: its people, further actions and its savings plan. */
export function PolicySide({ policy, residence }: PolicySideProps) {
  const [contributing, setContributing] = useState(false);
  return (
    <div className={styles.side}>
      <PeopleCard policy={policy} />
      {shortcutsOf(policy).includes('reembolsos') && (
        <ScreenButton className={styles.wideOnly ?? ''} to={screens.newRefund(policy.Policy)}>
          Solicitar reembolso
        </ScreenButton>
      )}
      {offersExtraContribution(policy) && (
        <>
          <Button look="line" icon="plus" aria-haspopup="dialog" onClick={() => setContributing(true)}>
            Aportación extra
          </Button>
          <ExtraContribution
            policy={policy}
            residence={residence}
            open={contributing}
            onClose={() => setContributing(false)}
          />
        </>
      )}
      {isSavings(policy) && <SavingsPlan productName={policy.ProductName} residence={residence} />}
    </div>
  );
}
