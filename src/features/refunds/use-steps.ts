import { useNavigate, useRouter } from '@tanstack/react-router';
import { useScreenLocation } from '#ui/use-screen-location.ts';
import { positionIn, type RefundHistoryState } from './navigation.ts';

export interface Steps {
  /** 0 for the choice of the type, then 1 to 4. */
  step: number;
  /** Key of the queued request that is being corrected. */
  editing: string | null;
  /** Key of the request that was just queued. */
  sent: string | null;
  /** Id of the refund that this request begins from. */
  repeat: string | null;
  /** Forgets the correction or the repeated refund once the draft holds the answers. */
  begin: () => void;
  /** Goes to a later step. Each step between gets a history entry, so that Back passes through all of them. */
  forward: (to: number) => Promise<void>;
  /** Goes back to an earlier step. */
  backTo: (to: number) => void;
  /** Goes one step back; from the choice of the type to the previous screen (H2.46). */
  back: () => void;
  /** Removes the steps' entries and shows the confirmation, so that Back does not lead into the steps again. */
  finish: (key: string) => Promise<void>;
}

/** Keeps the steps of a new request as history entries, so that the browser's Back and the screen's do the same. */
export function useSteps(policyId: string): Steps {
  const { history } = useRouter();
  const navigate = useNavigate();
  const { step, editing, sent, repeat } = positionIn(useScreenLocation('/app/reembolsos/añadir/').state);

  const go = (state: RefundHistoryState, replace: boolean) =>
    navigate({ to: '/app/reembolsos/añadir/$policyId', params: { policyId }, state, replace });

  return {
    step,
    editing,
    sent,
    repeat,
    begin: () => void go({}, true),
    async forward(to) {
      for (let next = step + 1; next <= to; next += 1) {
        await go({ refundStep: next, ...(editing && { refundEditing: editing }) }, false);
      }
    },
    backTo: (to) => history.go(to - step),
    back() {
      if (history.canGoBack()) history.back();
      else void navigate({ to: '/app/reembolsos/$policyId', params: { policyId }, replace: true });
    },
    async finish(key) {
      if (step > 0) {
        const landed = new Promise<void>((resolve) => {
          const stop = history.subscribe(() => {
            stop();
            resolve();
          });
        });
        history.go(-step);
        await landed;
      }
      await go({ refundSent: key }, true);
    },
  };
}
