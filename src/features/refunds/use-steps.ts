import { useNavigate, useRouter } from '@tanstack/react-router';
import { travel } from '#history/entries.ts';
import { REVIEW, type RefundField } from '#rules/refund-form.ts';
import { useScreenLocation } from '#ui/hooks/use-screen-location.ts';
import { positionIn, type RefundHistoryState } from './navigation.ts';

export type Steps = ReturnType<typeof useSteps>;

/** Keeps the steps of a new request as history entries, so that the browser's Back and the screen's do the same. */
export function useSteps(policyId: string) {
  const { history } = useRouter();
  const navigate = useNavigate();
  const position = positionIn(useScreenLocation('/app/reembolsos/añadir/').state);
  const { step, change, editing } = position;
  /** How many of the steps' entries come before this one, and this one. */
  const depth = step + (change === null ? 0 : 1);
  const corrected = editing !== null && { refundEditing: editing };

  const go = (state: RefundHistoryState, replace: boolean) =>
    navigate({ to: '/app/reembolsos/añadir/$policyId', params: { policyId }, state, replace });

  return {
    ...position,
    /** Forgets the correction or the repeated refund once the draft holds the answers. */
    begin: () => void go({}, true),
    /** Goes to a later step. Each step between gets a history entry, so that Back passes through all of them. */
    async forward(to: number) {
      for (let next = step + 1; next <= to; next += 1) {
        await go({ refundStep: next, ...corrected }, false);
      }
    },
    /** Goes back to an earlier step. */
    backTo: (to: number) => history.go(to - depth),
    /** Opens a field on top of the review. Its step leads straight back. */
    changeField: (field: RefundField) => void go({ refundStep: REVIEW, refundChange: field, ...corrected }, false),
    /** Goes one step back; from the choice of the type to the previous screen (H2.46). */
    back() {
      if (history.canGoBack()) history.back();
      else void navigate({ to: '/app/reembolsos/$policyId', params: { policyId }, replace: true });
    },
    /** Removes the steps' entries and shows the confirmation, so that Back does not lead into the steps again. */
    async finish(key: string) {
      if (depth > 0) await travel(-depth);
      await go({ refundSent: key }, true);
    },
  };
}
