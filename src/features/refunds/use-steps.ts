import { useNavigate, useRouter } from '@tanstack/react-router';
import { useOwnLocation } from '#ui/use-own-location.ts';
import { positionIn, type RefundHistoryState } from './navigation.ts';

export interface Steps {
  /** 0 for the choice of the type, then 1 to 4. */
  step: number;
  /** Key of the queued request that is being corrected. */
  editing: string | null;
  /** Key of the request that was just handed in. */
  sent: string | null;
  /** Id of the refund that this request begins from. */
  repeat: string | null;
  /** The request stands in its draft now, and no longer begins from something else. */
  begin: () => void;
  /** On to a later step; each step between gets its entry, so that Back goes through all of them. */
  forward: (to: number) => Promise<void>;
  /** Back to an earlier step. */
  backTo: (to: number) => void;
  /** One step back; from the choice of the type to where the customer came from (H2.46). */
  back: () => void;
  /** Leaves the steps behind for the screen of a request that was handed in: Back does not lead into them again. */
  finish: (key: string) => Promise<void>;
}

/** The steps of a new request as entries of the history: the browser's Back is the screen's own. */
export function useSteps(policyId: string): Steps {
  const { history } = useRouter();
  const navigate = useNavigate();
  const { step, editing, sent, repeat } = positionIn(useOwnLocation('/app/reembolsos/añadir/').state);

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
