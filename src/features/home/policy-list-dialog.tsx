import { useRef } from 'react';
import type { Policy } from '#contract/policies.ts';
import { isInArrears } from '#rules/policies.ts';
import { policyStatus } from '#rules/policy-status.ts';
import { isSearched, PolicyOptions } from '#screens/policy-options.tsx';
import { Dialog } from '#ui/layers/dialog.tsx';
import { NO_POLICIES_TO_SHOW } from './use-policy-list.ts';

export interface PolicyListDialogProps {
  policies: readonly Policy[];
  /** Index of the policy in front; -1 where none is. */
  index: number;
  open: boolean;
  inHistory?: boolean;
  onClose: () => void;
  onChoose: (index: number) => void;
  title?: string;
  description?: string;
}

/** H2.19: all policies in one list, so that any of forty is one tap away. */
export function PolicyListDialog(props: PolicyListDialogProps) {
  const { policies, index, open, inHistory, onClose, onChoose, title = 'Tus pólizas', description } = props;
  const list = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  return (
    <Dialog {...{ open, inHistory, onClose, title, description }} initialFocus={list} tall={isSearched(policies)}>
      {policies.length === 0 ? (
        <p>{NO_POLICIES_TO_SHOW}</p>
      ) : (
        <PolicyOptions
          name={title}
          policies={policies}
          facts={policies.map((policy) => (isInArrears(policy) ? 'En impago' : policyStatus(policy).text))}
          chosen={policies[index]?.Policy ?? null}
          list={{ id: 'policy-list', listRef: list, searchRef: search }}
          onChoose={(policyId) => onChoose(policies.findIndex(({ Policy }) => Policy === policyId))}
        />
      )}
    </Dialog>
  );
}
