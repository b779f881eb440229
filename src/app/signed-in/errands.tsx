import { useEffect } from 'react';
import type { Policy } from '#contract/policies.ts';
import { policies as policiesCollection } from '#mirror/collections.ts';
import { useMirror, useMirrored } from '#mirror/hooks.tsx';
import { openRowsAhead } from './load-ahead.ts';
import { useChosenPolicy } from './use-chosen-policy.ts';
import { useQuestion } from './use-question.tsx';
import { useShortcut } from './use-shortcut.ts';
import { useTold } from './use-told.ts';

/** What the signed-in area does at every width: it follows a push and a shortcut, and tells which policy is in front. */
export function Errands() {
  const { bringing } = useMirror();
  const { groups } = useMirrored(policiesCollection);
  const policies: Policy[] = groups?.flatMap(({ rows }) => rows) ?? [];
  const chosen = useChosenPolicy(policies)?.Policy ?? null;
  const { setAsking, dialog } = useQuestion();
  useTold(groups && policies);
  useShortcut(policies, setAsking);
  useEffect(() => bringing.aim(chosen), [bringing, chosen]);
  useEffect(() => openRowsAhead(chosen), [chosen]);
  return dialog;
}
