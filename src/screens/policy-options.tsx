import { useMemo } from 'react';
import type { Policy } from '#contract/policies.ts';
import { OptionList } from '#forms/option-list.tsx';
import { policyKind, policyKindNames, policyName } from '#rules/policies.ts';
import { policyColour } from '#rules/policy-status.ts';
import type { useListButton } from '#ui/layers/list-layer.tsx';

/** From so many policies on the list has a search. */
const MIN_SEARCHED = 8;

export const isSearched = (policies: readonly Policy[]): boolean => policies.length >= MIN_SEARCHED;

interface PolicyOptionsProps {
  /** Accessible name of the list. */
  name: string;
  policies: readonly Policy[];
  /** What tells each of them apart, in their order; '' where it is not known. */
  facts: readonly string[];
  /** Its policyId; null where none is chosen yet. */
  chosen: string | null;
  list: ReturnType<typeof useListButton>['list'];
  onChoose: (policyId: string) => void;
}

/** Policies to choose from, found by name, number, kind and fact. */
export function PolicyOptions({ name, policies, facts, chosen, list, onChoose }: PolicyOptionsProps) {
  const options = useMemo(
    () =>
      policies.map((policy, index) => {
        const label = policyName(policy);
        const number = policy.PolicyNumber;
        const fact = facts[index] ?? '';
        return {
          value: policy.Policy,
          label,
          description: number,
          also: [number, `${label} ${number}`, policyKindNames[policyKind(policy)], fact],
          sign: <PolicySign policy={policy} />,
          end: fact,
        };
      }),
    [policies, facts],
  );
  return (
    <OptionList
      {...list}
      name={name}
      options={options}
      searched={isSearched(policies)}
      value={chosen}
      onChoose={onChoose}
    />
  );
}

export const PolicySign = ({ policy }: { policy: Policy }) => (
  <span className="policy-arch" data-kind={policyColour(policy)} aria-hidden="true" />
);
