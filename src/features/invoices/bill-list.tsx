import type { Bill, Policy } from '#contract/policies.ts';
import { useLeavingToPay } from '#mirror/hooks.tsx';
import { findPaymentAddress } from '#mirror/payment-address.ts';
import { lapseAvoidance } from '#rules/bills.ts';
import { today } from '#rules/dates.ts';
import { exactMoney } from '#rules/money.ts';
import { lapseOrder, type PaymentOrder, paymentOrder } from '#rules/payment-order.ts';
import { policyCurrency } from '#rules/policies.ts';
import { graceOf } from '#rules/policy-status.ts';
import { useSession } from '#session/hooks.ts';
import { PayLink } from '#ui/pay-link.tsx';
import { useToast } from '#ui/toasts.tsx';
import { useOnline } from '#ui/use-online.ts';
import { BillCard } from './bill-card.tsx';
import styles from './bill-list.module.css';

interface BillListProps {
  policy: Policy;
  /** Those of this screen, oldest first. */
  bills: readonly Bill[];
  unpaid: boolean;
  payable: boolean;
  /** 'Actualizado hace 5 min', to be said where the list may be old. */
  age: string;
  /** Amounts are written in it (D22). */
  locale: string;
}

/** The bills as cards; with the lapse-avoidance variant one card stands for all of them (H2.30, D33). */
export function BillList({ policy, bills, unpaid, payable, age, locale }: BillListProps) {
  const currency = policyCurrency(policy);
  const day = today(new Date());
  const lapse = lapseAvoidance(policy, bills, unpaid, day);
  const pay = (order: PaymentOrder | null) =>
    payable &&
    (order ? (
      <PayBill policy={policy} order={order} age={age} />
    ) : (
      <p className={styles.note}>Ahora no podemos preparar este pago. Actualiza más tarde o escribe a tu asesor.</p>
    ));

  return (
    <>
      {lapse ? (
        <BillCard
          label={lapse.label}
          amount={exactMoney(lapse.amount, currency, locale)}
          bill={{
            BillNumber: lapse.billNumber ?? '',
            DuePremium: lapse.amount,
            EffectiveFrom: null,
            EffectiveTo: graceOf(policy, day)?.end ?? null,
          }}
          dueLabel="Fin del periodo de gracia"
          unpaid
        >
          {pay(lapseOrder(policy, bills, day))}
        </BillCard>
      ) : (
        <ul className={styles.list}>
          {bills.map((bill) => (
            <li key={`${bill.BillNumber} ${bill.EffectiveFrom} ${bill.DuePremium}`}>
              <BillCard
                label="Importe"
                amount={exactMoney(bill.DuePremium, currency, locale) || 'Importe no disponible'}
                bill={bill}
                unpaid={unpaid}
                calendar={unpaid ? undefined : { policy: policy.PolicyNumber, product: policy.ProductName }}
              >
                {pay(paymentOrder(policy, bill.BillNumber, bill.DuePremium))}
              </BillCard>
            </li>
          ))}
        </ul>
      )}
      {unpaid && !payable && (
        <p className={styles.note}>
          Esta póliza no se paga en línea.{' '}
          {policy.ProducerName ? (
            <>
              Tu asesor, <bdi>{policy.ProducerName}</bdi>, te ayuda a ponerte al día.
            </>
          ) : (
            'Tu asesor te ayuda a ponerte al día.'
          )}
        </p>
      )}
    </>
  );
}

function PayBill({ policy, order, age }: { policy: Policy; order: PaymentOrder; age: string }) {
  const online = useOnline();
  const session = useSession();
  const say = useToast();
  const leave = useLeavingToPay(policy.Policy);
  const ask = async () => {
    const found = await findPaymentAddress(session, order, location.origin);
    if (found.ok) return found.value;
    say({ tone: 'error', text: found.text });
    return null;
  };
  return (
    <PayLink
      // An address already fetched is for the amount it was asked for.
      key={`${order.BillNo} ${order.Amount} ${order.Currency}`}
      label="Realizar pago"
      goLabel="Ir a pagar"
      note="Se abre la página de pago. Al volver, actualizamos tus facturas."
      off={online ? undefined : `Para pagar necesitas conexión a internet. ${age}.`}
      ask={ask}
      onGo={leave}
    />
  );
}
