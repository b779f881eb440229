import type { Bill, Policy } from '#contract/policies.ts';
import { usePaymentOutcomes } from '#mirror/hooks.tsx';
import { lapseAvoidance, totalOwed } from '#rules/bills.ts';
import { today } from '#rules/dates.ts';
import { exactMoney } from '#rules/money.ts';
import { lapseOrder, type PaymentOrder, paymentOrder } from '#rules/payment-order.ts';
import { policyCurrency } from '#rules/policies.ts';
import { graceOf } from '#rules/policy-status.ts';
import { isDecided, PaymentStanding, PayOrder } from '#screens/paying.tsx';
import { BillCard } from './bill-card.tsx';
import styles from './bill-list.module.css';

interface BillListProps {
  policy: Policy;
  /** The bills of this screen, oldest first. */
  bills: readonly Bill[];
  unpaid: boolean;
  payable: boolean;
  /** The age of the list: 'Actualizado hace 5 min'. */
  age: string;
  /** The locale that amounts are written in (D22). */
  locale: string;
}

/** The bills as cards. In the lapse-avoidance variant one card replaces them all (H2.30, D33). */
export function BillList({ policy, bills, unpaid, payable, age, locale }: BillListProps) {
  const currency = policyCurrency(policy);
  const day = today(new Date());
  const lapse = lapseAvoidance(policy, bills, unpaid, day);
  const outcomes = usePaymentOutcomes(policy) ?? [];
  const total = unpaid && !lapse ? totalOwed(bills) : null;
  const pay = (order: PaymentOrder | null) => {
    const left = order && outcomes.find(({ billNo }) => billNo === order.BillNo);
    return left && isDecided(left) ? <PaymentStanding policy={policy} outcome={left} /> : payable && way(order);
  };
  const way = (order: PaymentOrder | null) =>
    order ? (
      <PayOrder
        // A payment address is valid only for the amount it was fetched for.
        key={`${order.BillNo} ${order.Amount} ${order.Currency}`}
        policy={policy}
        order={() => order}
        label="Realizar pago"
        goLabel="Ir a pagar"
        note="Se abre la página de pago. Al volver, actualizamos tus facturas."
        age={`${age}.`}
      />
    ) : (
      <p className={styles.note}>Ahora no podemos preparar este pago. Actualiza más tarde o escribe a tu asesor.</p>
    );

  return (
    <>
      {total !== null && (
        <p className={styles.total}>
          <span>Total por pagar, {bills.length} facturas</span>
          <b className="amount">{exactMoney(total, currency, locale)}</b>
        </p>
      )}
      {lapse ? (
        <div className={styles.bills}>
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
        </div>
      ) : (
        <ul className={styles.bills}>
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
