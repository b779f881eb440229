import type { Payment, Policy } from '#contract/policies.ts';
import { paymentReceipt } from '#rules/payment-receipt.ts';
import { Button } from '#ui/controls/button.tsx';
import { handOver } from '#ui/hooks/hand-over.ts';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useFailure } from '#ui/states/failure.tsx';
import { loadPdf, pdfFileOf } from './pdf-file.ts';

/** 'Descargar comprobante' of an accepted payment: a PDF made here, also offline. A failed payment has none. */
export function ReceiptButton({ payment, policy, locale }: { payment: Payment; policy: Policy; locale: string }) {
  const failure = useFailure();
  const receipt = paymentReceipt(payment, policy, locale);
  const { busy, run } = useBusy(async () => {
    if (!receipt) return;
    failure.clear();
    try {
      const { receiptPdf } = await loadPdf();
      handOver(pdfFileOf(receiptPdf(receipt), 'comprobante', payment.OrderNumber || payment.ID));
    } catch (error) {
      console.error('payments: no receipt', error);
      failure.fail('No se pudo preparar el comprobante. Inténtalo de nuevo.');
    }
  });
  if (!receipt) return null;
  return (
    <>
      <Button look="line" size="small" fit icon="download" loading={busy} onClick={run}>
        Descargar comprobante
      </Button>
      {failure.note}
    </>
  );
}
