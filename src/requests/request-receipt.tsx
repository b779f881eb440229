import { usePolicy } from '#mirror/hooks.tsx';
import type { QueueReceipt } from '#outbox/receipts.ts';
import { longDateAndTime } from '#rules/dates.ts';
import { useLocale } from '#screens/use-locale.ts';
import { Receipt } from '#ui/cards/receipt.tsx';
import { linesOf } from './requests.ts';

/** 'Comprobante': number, time and content of a request, the same on every screen. */
export function RequestReceipt({ receipt: { recibo, label, policy } }: { receipt: QueueReceipt }) {
  const locale = useLocale();
  const numeroPoliza = usePolicy(policy ?? '')?.PolicyNumber ?? '';
  return (
    <Receipt
      title="Comprobante"
      number={recibo.numero}
      lines={[
        { term: 'Recibido', text: longDateAndTime(recibo.fecha) },
        ...linesOf(recibo.tipo, { numeroPoliza, ...label }, locale),
      ]}
      printLabel="Imprimir o guardar en PDF"
    />
  );
}
