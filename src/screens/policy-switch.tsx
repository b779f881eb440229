import { type NavigateOptions, useNavigate, useRouterState } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Policy } from '#contract/policies.ts';
import { policies as policiesCollection } from '#mirror/collections.ts';
import { useMirrored } from '#mirror/hooks.tsx';
import { policyName } from '#rules/policies.ts';
import { offeringOf, type PolicySection, policySections } from '#rules/policy-sections.ts';
import { Icon } from '#ui/base/icon.tsx';
import { ListLayer, useListButton } from '#ui/layers/list-layer.tsx';
import { usePolicyFacts } from './policy-facts.ts';
import { isSearched, PolicyOptions, PolicySign } from './policy-options.tsx';
import styles from './policy-switch.module.css';

const NONE: readonly Policy[] = [];

const TITLE = 'Póliza';

interface PolicySwitchProps {
  policyId: string;
  /** Where another policy leads; without it the line only names the policy. */
  section: PolicySection | undefined;
}

/** Which policy a screen is about. Where others have the same section it is a button, which leads to theirs. */
export function PolicySwitch({ policyId, section }: PolicySwitchProps) {
  const { groups } = useMirrored(policiesCollection);
  const all = useMemo(() => groups?.flatMap(({ rows }) => rows) ?? NONE, [groups]);
  const offering = useMemo(() => (section ? offeringOf(section, all) : NONE), [section, all]);
  const policy = all.find(({ Policy }) => Policy === policyId);
  if (!policy) return <p className={styles.line} />;
  if (!section || offering.every((one) => one === policy)) {
    return (
      <p className={styles.line}>
        <Named policy={policy} />
      </p>
    );
  }
  return <Switch {...{ policy, section, offering }} />;
}

function Named({ policy }: { policy: Policy }) {
  const number = policy.PolicyNumber.trim();
  return (
    <>
      <PolicySign policy={policy} />
      <span className={styles.text} dir="auto">
        <b className={styles.name}>{policyName(policy)}</b>
        {number && (
          <span className={styles.number}>
            <span className={styles.dot}> · </span>
            <bdi>{number}</bdi>
          </span>
        )}
      </span>
    </>
  );
}

interface SwitchProps {
  policy: Policy;
  section: PolicySection;
  offering: readonly Policy[];
}

function Switch({ policy, section, offering }: SwitchProps) {
  const { button, layer, list, close, closeAndLeave } = useListButton();
  const navigate = useNavigate();
  const isChosen = useRouterState({ select: ({ location }) => SWITCHED in location.state });
  const choose = (policyId: string) => {
    const other = offering.find((one) => one.Policy === policyId);
    if (!other || other === policy) return close();
    const to = { ...policySections[section].to(other), state: { [SWITCHED]: true } as object } as NavigateOptions;
    // Another policy is another page, so that Back leads to the one before.
    closeAndLeave(() => void navigate(to));
  };
  return (
    <>
      <button
        type="button"
        {...button}
        className={styles.switch}
        aria-label={TITLE}
        // The title would be the same as before: what was chosen tells where one is.
        data-takes-focus={isChosen || undefined}
      >
        <Named policy={policy} />
        <span className="unprinted firm">
          <Icon name="down" size={18} />
        </span>
      </button>
      <ListLayer {...layer} title={TITLE} searched={isSearched(offering)} roomy>
        <Policies {...{ policy, section, offering, list }} onChoose={choose} />
      </ListLayer>
    </>
  );
}

/** In the state of an entry that the switch has led to. */
const SWITCHED = 'policySwitched';

interface PoliciesProps extends SwitchProps {
  list: ReturnType<typeof useListButton>['list'];
  onChoose: (policyId: string) => void;
}

function Policies({ policy, section, offering, list, onChoose }: PoliciesProps) {
  const facts = usePolicyFacts(section, offering);
  return <PolicyOptions name={TITLE} policies={offering} chosen={policy.Policy} {...{ facts, list, onChoose }} />;
}
