import { screens } from '#rules/screens.ts';
import { Button } from '#ui/controls/button.tsx';
import { ScreenButton } from '#ui/controls/screen-link.tsx';
import { FailedState } from '#ui/states/states.tsx';

/** A refund that the whole list lacks. `onClose` leads to the list where that is beside it. */
export function RefundGone({ policyId, onClose }: { policyId: string; onClose?: (() => void) | undefined }) {
  const words = 'Ver mis reembolsos';
  const link = <ScreenButton to={policyId ? screens.refunds(policyId) : screens.home}>{words}</ScreenButton>;
  return (
    <FailedState
      title="Ya no encontramos este reembolso"
      text="Puede que se haya descartado o que haya cambiado. Búscalo en tu historial."
      action={onClose ? <Button onClick={onClose}>{words}</Button> : link}
    />
  );
}
