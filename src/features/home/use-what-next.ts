import { useNavigate } from '@tanstack/react-router';
import type { Policy } from '#contract/policies.ts';
import { bills as billsCollection, refunds as refundsCollection } from '#mirror/collections.ts';
import { useMirroredRows } from '#mirror/hooks.tsx';
import { useOpenDrafts } from '#requests/open-drafts.ts';
import { today } from '#rules/dates.ts';
import { nextBill, underWay } from '#rules/home.ts';
import { policyNames } from '#rules/policies.ts';
import { shortcutsOf } from '#rules/policy-card.ts';

export type WhatNextNow = ReturnType<typeof useWhatNext>;

/** What home says of all policies below the arrears: the next bill, refunds under way, drafts. */
export function useWhatNext(policies: readonly Policy[], now: Date) {
  const navigate = useNavigate();
  const offering = policies.filter((policy) => shortcutsOf(policy).includes('reembolsos'));
  const bills = useMirroredRows(billsCollection, idsOf(policies));
  const refunds = useMirroredRows(refundsCollection, idsOf(offering));
  const begun = useOpenDrafts(idsOf(offering));
  const drafts = begun ?? { refunds: [], ticket: false };
  // Of some policies alone it might name a later bill than the next.
  const areKnown = bills !== null && policies.every(({ Policy }) => bills.has(Policy));
  const due = areKnown
    ? nextBill(
        policies.map((policy) => ({ policy, bills: bills.get(policy.Policy) ?? [] })),
        today(now),
      )
    : null;
  const open = underWay(
    offering.flatMap(({ Policy }) => (refunds?.get(Policy) ?? []).map((refund) => ({ policyId: Policy, refund }))),
  );
  const areRefundsKnown = refunds !== null && offering.every(({ Policy }) => refunds.has(Policy));
  const several = policies.length > 1;
  const names = policyNames(policies);
  return {
    /** The bills of each policy, as far as they are known; null until they are read. */
    bills,
    due,
    /** Whether the next bill, or that there is none, is known on this device. */
    areBillsKnown: areKnown,
    open,
    /** Whether the refunds of every policy that offers them are known on this device. */
    areRefundsKnown,
    /** Whether all that this device has of it is read. */
    isRead: bills !== null && refunds !== null && begun !== null,
    /** Whether the device has all of it, and it is read. */
    isWhole: areKnown && areRefundsKnown && begun !== null,
    drafts,
    offering,
    nothing: !due && open.length === 0 && drafts.refunds.length === 0 && !drafts.ticket,
    /** The policy's name where there are several, with its number where they share it; else ''. */
    named: (policyId: string) => {
      const policy = several && policies.find(({ Policy }) => Policy === policyId);
      return (policy && names.get(policy)) || '';
    },
    openRefund: (policyId: string, refundId: string) =>
      void navigate({ to: '/app/reembolsos/detalles', state: { refund: { policyId, refundId } } }),
  };
}

const idsOf = (policies: readonly Policy[]): string[] => policies.map(({ Policy }) => Policy);
