import { useState } from 'react';
import type { Policy } from '#contract/policies.ts';
import { isSavings, offersExtraContribution } from '#rules/policies.ts';
import { Button } from '#ui/button.tsx';
import { ExtraContribution } from './extra-contribution.tsx';
import { PeopleCard } from './people-card.tsx';
import { SavingsPlan } from './savings-plan.tsx';

interface PolicySideProps {
  policy: Policy;
  residence: string;
}

/** Beside or below the policy in front: its people, further actions and its savings plan. */
export function PolicySide({ policy, residence }: PolicySideProps) {
  const [contributing, setContributing] = useState(false);
  return (
    <div className="stack-4">
      <PeopleCard policy={policy} />
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
