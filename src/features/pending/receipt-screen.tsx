import { useLocale } from '#features/use-locale.ts';
import { policies } from '#mirror/collections.ts';
import { useMirrored } from '#mirror/hooks.tsx';
import { useReceipt } from '#outbox/hooks.ts';
import { longDateAndTime } from '#rules/dates.ts';
import { screens } from '#rules/screens.ts';
import { ButtonLink } from '#ui/button.tsx';
import { useGoBack } from '#ui/go-back.ts';
import { Receipt } from '#ui/receipt.tsx';
import { Screen } from '#ui/screen.tsx';
import { EmptyState, LoadingState } from '#ui/states.tsx';
import { useTitleFocus } from '#ui/title-focus.ts';
import { linesOf, titleOf } from './about.ts';

/** One receipt: number, time and what was asked for; prints alone on a sheet. */
export function ReceiptScreen({ receiptKey }: { receiptKey: string }) {
  const receipt = useReceipt(receiptKey);
  const goBack = useGoBack();
  useTitleFocus();
  const locale = useLocale();
  const { groups } = useMirrored(policies);
  const policy = groups?.flatMap(({ rows }) => rows).find(({ Policy }) => Policy === receipt?.policy);

  return (
    <Screen title="Comprobante" onBack={goBack}>
      {receipt === undefined && <LoadingState text="Abriendo el comprobante..." shape="card" />}
      {receipt === null && (
        <EmptyState
          title="Este comprobante no está en este dispositivo"
          text="El número de tu caso también aparece en tus historiales."
          action={<ButtonLink href={screens.pending}>Ver pendientes</ButtonLink>}
        />
      )}
      {receipt && (
        <Receipt
          title={titleOf(receipt.recibo.tipo, receipt.label)}
          number={receipt.recibo.numero}
          lines={[
            { term: 'Recibido', text: longDateAndTime(receipt.recibo.fecha) },
            ...linesOf(receipt.label, policy?.PolicyNumber ?? '', locale),
          ]}
          printLabel="Imprimir o guardar en PDF"
        />
      )}
    </Screen>
  );
}
