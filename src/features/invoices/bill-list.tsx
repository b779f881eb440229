import type { Bill, Policy } from '#contract/policies.ts';
import { canPayBills, isNothing, lapseAvoidance, leftToPay } from '#rules/bills.ts';
import { today } from '#rules/dates.ts';
import { exactMoney } from '#rules/money.ts';
import { lapseOrder, type PaymentOrder, paymentOrder } from '#rules/payment-order.ts';
import type { PaymentOutcome } from '#rules/payment-outcome.ts';
import { policyCurrency } from '#rules/policies.ts';
import { graceOf } from '#rules/policy-status.ts';
import { isDecided, PaymentStanding, PayOrder } from '#screens/paying.tsx';
import { type Mark, MarkContext } from '#ui/lists/mark.tsx';
import { addToCalendar, NO_AMOUNT } from './bill-calendar.ts';
import { billKeys, entryNames } from './bill-keys.ts';
import styles from './bill-list.module.css';
import { BillRow } from './bill-row.tsx';

interface BillListProps {
  policy: Policy;
  /** In the order in which they are shown. */
  bills: readonly Bill[];
  unpaid: boolean;
  /** What the list is called, where the screen's title does not say it. */
  title?: string;
  /** Whether its bills are overdue although the policy is not in arrears: they are paid with a person's help. */
  isOverdue?: boolean | undefined;
  payable: boolean;
  /** Outcomes of the payments that the customer left for. */
  outcomes: readonly PaymentOutcome[];
  /** The age of the list: 'Actualizado hace 5 min'. */
  age: string;
  /** The marks of bills that arrived or changed, by their keys. */
  marks: ReadonlyMap<string, Mark>;
  /** The locale that amounts are written in (D22). */
  locale: string;
}

/** The bills, a row for each. In the lapse-avoidance variant one card replaces them all (H2.30, D33). */
export function BillList(props: BillListProps) {
  const { policy, bills, unpaid, title, isOverdue, payable, outcomes, age, marks, locale } = props;
  const currency = policyCurrency(policy);
  const day = today(new Date());
  const lapse = lapseAvoidance(policy, bills, unpaid, day);
  const keys = billKeys(bills);
  const owed = unpaid && !lapse ? stillOwed(bills, outcomes) : null;
  /** What became of the payment that the customer left for, whatever the bill comes to now; null for none. */
  const standingOf = (bill: string | null | undefined) => {
    const left = bill ? outcomes.find(({ billNo }) => billNo === bill) : null;
    return left && isDecided(left) ? <PaymentStanding policy={policy} outcome={left} /> : null;
  };
  const pay = (order: PaymentOrder | null) => standingOf(order?.BillNo) ?? (payable && way(order));
  const way = (order: PaymentOrder | null) =>
    order ? (
      <PayOrder
        // A payment address is valid only for the amount it was fetched for.
        key={`${order.BillNo} ${order.Amount} ${order.Currency}`}
        policy={policy}
        order={() => order}
        label="Realizar pago"
        about={order.BillNo ? `Factura ${order.BillNo}` : ''}
        goLabel="Ir a pagar"
        note="Se abre la página de pago. Al volver, actualizamos tus facturas."
        age={`${age}.`}
      />
    ) : (
      <p className={styles.note}>Ahora no podemos preparar este pago. Actualiza más tarde o escribe a tu asesor.</p>
    );

  return (
    <>
      {title && <h2>{title}</h2>}
      {owed !== null && (
        <p className={styles.total}>
          <span>{owed.words}</span>
          <b className="amount">{exactMoney(owed.total, currency, locale)}</b>
        </p>
      )}
      {lapse ? (
        <div className={styles.lapse}>
          <p className="soft small">{lapse.label}</p>
          <BillRow
            bill={{
              BillNumber: lapse.billNumber ?? '',
              DuePremium: lapse.amount,
              EffectiveFrom: null,
              EffectiveTo: graceOf(policy, day)?.end ?? null,
            }}
            amount={exactMoney(lapse.amount, currency, locale)}
            today={day}
            dueWord="Fin del periodo de gracia: "
            unpaid
          >
            {pay(lapseOrder(policy, bills, day))}
          </BillRow>
        </div>
      ) : (
        <div className={unpaid ? styles.paying : undefined}>
          {/* Each row says these words itself to who does not see them. */}
          <div className={styles.heads} aria-hidden="true">
            <span>{bills.some(({ EffectiveTo }) => (EffectiveTo ?? day) < day) ? 'Vencimiento' : 'Vence'}</span>
            <span>Factura</span>
            <span>Importe</span>
          </div>
          <ul className={styles.rows}>
            {bills.map((bill, index) => (
              <li key={keys[index]}>
                <MarkContext value={marks.get(keys[index] ?? '') ?? null}>
                  <BillRow
                    standing={standingOf(bill.BillNumber)}
                    bill={bill}
                    amount={exactMoney(bill.DuePremium, currency, locale) || NO_AMOUNT}
                    today={day}
                    unpaid={unpaid}
                    under={title}
                    onCalendar={
                      unpaid || (bill.EffectiveTo ?? '') < day
                        ? undefined
                        : (due) => addToCalendar([due], entryNames(bills).slice(index, index + 1), policy, locale)
                    }
                  >
                    {payable && way(paymentOrder(policy, bill.BillNumber, bill.DuePremium))}
                  </BillRow>
                </MarkContext>
              </li>
            ))}
          </ul>
        </div>
      )}
      {(unpaid || isOverdue) && !payable && !bills.every(isNothing) && (
        <NotOnline adviser={policy.ProducerName} never={!canPayBills(policy, true)} />
      )}
    </>
  );
}

/** What several bills come to, or what is left of them while the payment of one is awaited; null where no sum is to be told. */
function stillOwed(listed: readonly Bill[], outcomes: readonly PaymentOutcome[]) {
  const { owed, rest, total } = leftToPay(listed, outcomes);
  if (owed.length < 2 || total === null) return null;
  if (rest.length === owed.length) return { total, words: `Total por pagar, ${owed.length} facturas` };
  return { total, words: rest.length === 1 ? 'Queda 1 factura por pagar' : `Quedan ${rest.length} facturas por pagar` };
}

/** Who helps with what cannot be paid here. @param never whether nothing of the policy ever can */
function NotOnline({ adviser, never }: { adviser: string; never: boolean }) {
  return (
    <p className={styles.note}>
      {never && 'Esta póliza no se paga en línea. '}
      {adviser ? (
        <>
          Tu asesor, <bdi>{adviser}</bdi>, te ayuda a ponerte al día.
        </>
      ) : (
        'Tu asesor te ayuda a ponerte al día.'
      )}
    </p>
  );
}
