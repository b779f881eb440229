import { type NavigateOptions, useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import type { Policy } from '#contract/policies.ts';
import { PolicyListDialog } from '#features/home/policy-list.ts';
import { backOverLayer } from '#history/entries.ts';
import type { Destination } from '#rules/screens.ts';
import type { Question } from './use-shortcut.ts';

/** The dialog in which the customer chooses the policy that an entry is about. */
export function useQuestion() {
  const navigate = useNavigate();
  const [asking, setAsking] = useState<Question | null>(null);
  // The question stays in the dialog while it closes.
  const [asked, setAsked] = useState<Question | null>(null);
  if (asking && asking !== asked) setAsked(asking);
  const picked = useRef<Destination | null>(null);
  const close = () => {
    setAsking(null);
    const to = picked.current;
    picked.current = null;
    if (to) void navigate(to as NavigateOptions);
  };
  const choose = (policy: Policy | undefined) => {
    // The step back of the first press is under way. A second one would leave the screen.
    if (picked.current) return;
    picked.current = (policy && asked?.to(policy)) ?? null;
    // The dialog's history entry is removed first.
    if (!backOverLayer()) close();
  };
  const dialog = asked && (
    <PolicyListDialog
      policies={asked.offering}
      index={-1}
      open={asking !== null}
      onClose={close}
      title={asked.label}
      description={asked.description}
      onChoose={(index) => choose(asked.offering[index])}
    />
  );
  return { setAsking, dialog };
}
