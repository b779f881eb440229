import type { Policy } from '#contract/policies.ts';
import { payments } from '#mirror/collections.ts';
import { useMirror } from '#mirror/hooks.tsx';
import { findPaymentAddress } from '#mirror/payment-address.ts';
import { namedMoney } from '#rules/money.ts';
import type { PaymentOrder } from '#rules/payment-order.ts';
import type { PaymentOutcome } from '#rules/payment-outcome.ts';
import { policyCurrency } from '#rules/policies.ts';
import { screens } from '#rules/screens.ts';
import { useSession } from '#session/hooks.ts';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { Icon } from '#ui/icon.tsx';
import { PayLink } from '#ui/pay-link.tsx';
import { ScreenButton } from '#ui/screen-link.tsx';
import { useToast } from '#ui/toasts.tsx';
import { tintOf } from '#ui/tone.ts';
import { useOnline } from '#ui/use-online.ts';
import styles from './paying.module.css';
import { useLocale } from './use-locale.ts';

interface PayOrderProps {
  policy: Policy;
  /** What to pay; null when it is unknown, which the screen has already told. */
  order: () => PaymentOrder | null;
  label: string;
  goLabel: string;
  note: string;
  /** Shown after 'Para pagar necesitas conexión a internet.' */
  age?: string;
}

/** Leads to the payment page of an order. The device remembers that the customer went there. */
export function PayOrder({ policy, order, label, goLabel, note, age = '' }: PayOrderProps) {
  const online = useOnline();
  const session = useSession();
  const mirror = useMirror();
  const say = useToast();
  const ask = async () => {
    const asked = order();
    if (!asked) return null;
    // The payments known before are noted, so that the new one can be recognised later.
    const [found] = await Promise.all([
      findPaymentAddress(session, asked, location.origin),
      mirror.pull(payments, policy.Policy),
    ]);
    if (found.ok) return found.value;
    say({ tone: 'error', text: found.text });
    return null;
  };
  const leave = () => {
    const left = order();
    if (!left) return;
    const { BillNo: billNo, Amount: amount } = left;
    void mirror.paying.leave(policy.Policy, { billNo, amount, currency: policyCurrency(policy) });
  };
  return (
    <PayLink
      label={label}
      goLabel={goLabel}
      note={note}
      off={online ? undefined : ['Para pagar necesitas conexión a internet.', age].filter(Boolean).join(' ')}
      ask={ask}
      onGo={leave}
    />
  );
}

interface PaymentStandingProps {
  policy: Policy;
  outcome: PaymentOutcome;
  /** Label of the button after a received payment: 'Hacer otra aportación'. */
  again?: string;
}

const signs = {
  waiting: { icon: 'clock', tone: 'neutral' },
  unseen: { icon: 'clock', tone: 'neutral' },
  received: { icon: 'ok', tone: 'ok' },
  failed: { icon: 'alert', tone: 'bad' },
} as const;

/** The outcome of a payment: awaited, received with its reference, failed, or not seen yet. */
export function PaymentStanding({ policy, outcome, again = 'Entendido' }: PaymentStandingProps) {
  const mirror = useMirror();
  const locale = useLocale();
  const sign = signs[outcome.state];
  const settle = () => void mirror.paying.settle(policy.Policy, outcome.at);
  const amount = namedMoney(outcome.amount, outcome.currency, locale);
  const about = outcome.billNo === null ? 'Aportación extra' : `Factura ${outcome.billNo}`;
  const words = {
    waiting: {
      title: 'Esperamos la confirmación del pago',
      text: `${about}, ${amount}. Si ya pagaste, no pagues otra vez: aparecerá aquí en unos minutos.`,
    },
    unseen: {
      title: 'Todavía no vemos tu pago',
      text: `${about}, ${amount}. Si ya pagaste, no pagues otra vez: puede tardar en llegarnos. Si no llegaste a pagar, puedes hacerlo ahora.`,
    },
    received: { title: 'Pago recibido', text: `${about}, ${amount}.` },
    failed: { title: 'El pago no se completó', text: `${about}, ${amount}. No se aceptó; puedes intentarlo de nuevo.` },
  }[outcome.state];
  const reference = 'payment' in outcome ? outcome.payment.OrderNumber : '';
  return (
    <section className={classNames(styles.standing, tintOf(sign.tone))} aria-label={words.title}>
      <span className={styles.sign}>
        <Icon name={sign.icon} size={20} />
      </span>
      <div className={styles.text}>
        <div role="status">
          <p className="bold">{words.title}</p>
          <p>
            {words.text}
            {reference && (
              <>
                {' '}
                Referencia <b dir="auto">{reference}</b>.
              </>
            )}
          </p>
        </div>
        <div className="flow">
          {outcome.state === 'received' ? (
            <>
              <ScreenButton look="line" size="small" fit to={screens.payments(policy.Policy)}>
                Ver mis pagos
              </ScreenButton>
              <Button look="quiet" size="small" fit onClick={settle}>
                {again}
              </Button>
            </>
          ) : (
            <Button look="line" size="small" fit onClick={settle}>
              {outcome.state === 'failed' ? 'Intentar de nuevo' : 'No llegué a pagar'}
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}
