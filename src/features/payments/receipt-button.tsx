import type { Payment, Policy } from '#contract/policies.ts';
import { paymentReceipt } from '#rules/payment-receipt.ts';
import { Button } from '#ui/controls/button.tsx';
import { handOver } from '#ui/hooks/hand-over.ts';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useToast } from '#ui/layers/toasts.tsx';
import { pdfFileOf } from './pdf-file.ts';

/** 'Descargar comprobante' of an accepted payment: a PDF made here, also offline. A failed payment has none. */
export function ReceiptButton({ payment, policy, locale }: { payment: Payment; policy: Policy; locale: string }) {
  const toast = useToast();
  const receipt = paymentReceipt(payment, policy, locale);
  const { busy, run } = useBusy(async () => {
    if (!receipt) return;
    try {
      const { receiptPdf } = await import('./sheet-pdf.ts');
      handOver(pdfFileOf(receiptPdf(receipt), 'comprobante', payment.OrderNumber || payment.ID));
    } catch {
      toast({ text: 'No se pudo preparar el comprobante. Inténtalo de nuevo.', tone: 'error' });
    }
  });
  if (!receipt) return null;
  return (
    <Button look="line" size="small" fit icon="download" loading={busy} onClick={run}>
      Descargar comprobante
    </Button>
  );
}
