import type { Policy } from '#contract/policies.ts';
import { policyKind, policyKindNames, policyName } from '#rules/policies.ts';
import { policyColour, policyStatus } from '#rules/policy-status.ts';
import { LazyDialog } from '#ui/layers/lazy-dialog.tsx';
import styles from './policy-list-dialog.module.css';

interface PolicyListDialogProps {
  policies: readonly Policy[];
  index: number;
  open: boolean;
  inHistory?: boolean;
  onClose: () => void;
  onChoose: (index: number) => void;
  title?: string;
  description?: string;
}

/** H2.26, as the spec spells it. */
export const NO_POLICIES_TO_SHOW = 'No hay polizas para mostrar.';

/** H2.19: all policies in one list, so that any of forty is one tap away. */
export function PolicyListDialog(props: PolicyListDialogProps) {
  const { policies, index, open, inHistory, onClose, onChoose, title = 'Tus pólizas', description } = props;
  return (
    <LazyDialog open={open} inHistory={inHistory} onClose={onClose} title={title} description={description}>
      {policies.length === 0 ? (
        <p>{NO_POLICIES_TO_SHOW}</p>
      ) : (
        <ul className="stack-1">
          {policies.map((policy, position) => (
            <li key={policy.Policy}>
              <button
                type="button"
                className={styles.row}
                aria-current={position === index || undefined}
                onClick={() => onChoose(position)}
              >
                <span className={styles.dot} data-kind={policyColour(policy)} aria-hidden="true" />
                <span className={styles.text}>
                  <span className={styles.name} dir="auto">
                    {policyName(policy)}
                  </span>
                  <span className={styles.detail}>
                    {policyKindNames[policyKind(policy)]} · <bdi>{policy.PolicyNumber}</bdi> ·{' '}
                    {policyStatus(policy).text}
                  </span>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </LazyDialog>
  );
}
