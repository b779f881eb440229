import { useReceipt } from '#outbox/hooks.ts';
import { RequestReceipt } from '#requests/request-receipt.tsx';
import { screens } from '#rules/screens.ts';
import { thisDevice } from '#senses/this-device.ts';
import { Screen } from '#ui/base/screen.tsx';
import { ScreenButton } from '#ui/controls/screen-link.tsx';
import { useGoBack } from '#ui/hooks/go-back.ts';
import { useTitleFocus } from '#ui/hooks/title-focus.ts';
import { EmptyState, LoadingState } from '#ui/states/states.tsx';

/** One receipt: number, time and request. It prints on a sheet of its own. */
export function ReceiptScreen({ receiptKey }: { receiptKey: string }) {
  const receipt = useReceipt(receiptKey);
  const goBack = useGoBack();
  useTitleFocus();

  return (
    <Screen title="Comprobante" onBack={goBack}>
      {receipt === undefined && <LoadingState text="Abriendo el comprobante..." shape="card" />}
      {receipt === null && (
        <EmptyState
          title={`Este comprobante no está en ${thisDevice()}`}
          text="El número de tu caso también aparece en tus historiales."
          action={<ScreenButton to={screens.pending}>Ver pendientes</ScreenButton>}
        />
      )}
      {receipt && <RequestReceipt receipt={receipt} />}
    </Screen>
  );
}
