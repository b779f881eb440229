import type { ReactNode } from 'react';
import type { Policy } from '#contract/policies.ts';
import { useMirror, useUnkeptPaying } from '#mirror/hooks.tsx';
import { findPaymentAddress } from '#mirror/payment-address.ts';
import { capital } from '#rules/joined.ts';
import { namedMoney } from '#rules/money.ts';
import type { PaymentOrder } from '#rules/payment-order.ts';
import { type PaymentOutcome, paymentNames } from '#rules/payment-outcome.ts';
import { paymentCurrency, paymentStatus } from '#rules/payments.ts';
import { policyCurrency } from '#rules/policies.ts';
import { screens } from '#rules/screens.ts';
import { thisDevice } from '#senses/this-device.ts';
import { useSession } from '#session/hooks.ts';
import { classNames } from '#ui/base/class-names.ts';
import { Icon } from '#ui/base/icon.tsx';
import { tintOf } from '#ui/base/tone.ts';
import { Button } from '#ui/controls/button.tsx';
import { ScreenButton } from '#ui/controls/screen-link.tsx';
import { useOnline } from '#ui/hooks/use-online.ts';
import { useFailure } from '#ui/states/failure.tsx';
import { PayLink } from './pay-link.tsx';
import styles from './paying.module.css';
import { useLocale } from './use-locale.ts';

interface PayOrderProps {
  policy: Policy;
  /** What to pay; null when it is unknown, which the screen has already told. */
  order: () => PaymentOrder | null;
  label: string;
  goLabel: string;
  note: string;
  /** What is paid, where a screen offers several payments. */
  about?: string;
  /** Shown after 'Para pagar necesitas conexión a internet.' */
  age?: string;
}

/** Leads to the payment page of an order. The device remembers that the customer went there. */
export function PayOrder({ policy, order, label, goLabel, note, about, age = '' }: PayOrderProps) {
  const online = useOnline();
  const session = useSession();
  const mirror = useMirror();
  const failure = useFailure();
  const ask = async () => {
    const asked = order();
    failure.clear();
    if (!asked) return null;
    // The payments known before are noted, so that the new one can be recognised later.
    const [found] = await Promise.all([
      findPaymentAddress(session, asked, location.origin),
      mirror.paying.ready(policy.Policy),
    ]);
    if (found.ok) return found.value;
    failure.fail(found.text);
    return null;
  };
  const leave = async () => {
    const left = order();
    if (!left) return;
    const { BillNo: billNo, Amount: amount } = left;
    try {
      const isKept = await mirror.paying.leave(policy.Policy, { billNo, amount, currency: policyCurrency(policy) });
      if (!isKept) failure.fail(NOT_NOTED);
    } catch (error) {
      console.error('paying: not noted', error);
      failure.fail(UNABLE);
    }
  };
  return (
    <>
      <PayLink
        label={label}
        goLabel={goLabel}
        note={note}
        about={about}
        off={online ? undefined : ['Para pagar necesitas conexión a internet.', age].filter(Boolean).join(' ')}
        ask={ask}
        onGo={() => void leave()}
      />
      {failure.note}
    </>
  );
}

const NO_ROOM = `No queda espacio en ${thisDevice()} para recordar que fuiste a pagar.`;
const NOT_AGAIN = 'Si ya pagaste, no pagues otra vez: puede tardar en llegarnos.';
const NOT_NOTED = `${NO_ROOM} ${NOT_AGAIN}`;
const UNABLE = `${capital(thisDevice())} no pudo recordar que fuiste a pagar. ${NOT_AGAIN}`;
const ONLY_HERE = `${NO_ROOM} Lo recordamos mientras no cierres la app: libera espacio y guárdalo.`;
const STILL_FULL = `Todavía no queda espacio en ${thisDevice()}.`;

type DecidedOutcome = Exclude<PaymentOutcome, { state: 'open' }>;

/** Whether a payment is known to be this one's, or is still awaited. An open one leaves every button (D93). */
export const isDecided = (outcome: PaymentOutcome): outcome is DecidedOutcome => outcome.state !== 'open';

interface PaymentStandingProps {
  policy: Policy;
  outcome: DecidedOutcome;
  /** Label of the button after a received payment: 'Hacer otra aportación'. */
  again?: string;
}

/** The outcome of a payment: awaited, received with its reference, failed, or not seen yet. */
export function PaymentStanding({ policy, outcome, again = 'Entendido' }: PaymentStandingProps) {
  const mirror = useMirror();
  const locale = useLocale();
  const isUnkept = useUnkeptPaying(policy.Policy);
  const settle = () => void mirror.paying.settle(policy.Policy, [outcome.at]);
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
  return (
    <Standing
      state={outcome.state}
      words={words}
      reference={'payment' in outcome ? outcome.payment.OrderNumber : ''}
      toPayments={outcome.state === 'received' && policy.Policy}
      note={isUnkept && !('payment' in outcome) && <OnlyHere policyId={policy.Policy} about={about} />}
    >
      {outcome.state === 'received' ? (
        <Button look="quiet" size="small" fit about={about} onClick={settle}>
          {again}
        </Button>
      ) : (
        <Button look="line" size="small" fit about={about} onClick={settle}>
          {outcome.state === 'failed' ? 'Intentar de nuevo' : 'No llegué a pagar'}
        </Button>
      )}
    </Standing>
  );
}

/** D81: stays where the outcome is awaited. The button that led to the payment page, and said it first, has given way to that. */
function OnlyHere({ policyId, about }: { policyId: string; about: string }) {
  const mirror = useMirror();
  const failure = useFailure();
  const keep = async () => {
    failure.clear();
    if (!(await mirror.paying.keep(policyId))) failure.fail(STILL_FULL);
  };
  return (
    <>
      <p className="problem">
        <Icon name="alert" size={18} />
        <span>{ONLY_HERE}</span>
      </p>
      {failure.note}
      <Button look="line" size="small" fit about={about} onClick={() => void keep()}>
        Guardarlo
      </Button>
    </>
  );
}

interface OpenPaymentsProps {
  policy: Policy;
  outcomes: readonly PaymentOutcome[];
}

/** Payments that are here, but not yet known to be of one bill (D93). They name none. */
export function OpenPayments({ policy, outcomes }: OpenPaymentsProps) {
  const mirror = useMirror();
  const locale = useLocale();
  const open = outcomes.filter((outcome) => outcome.state === 'open');
  const isContribution = open.every(({ billNo }) => billNo === null);
  const settle = () =>
    void mirror.paying.settle(
      policy.Policy,
      open.map(({ at }) => at),
    );
  return [...paymentNames(open.flatMap(({ payments }) => payments))].map(([payment, name]) => {
    const amount = namedMoney(
      payment.Total ?? payment.Amount,
      paymentCurrency(payment, policyCurrency(policy)),
      locale,
    );
    const { accepted } = paymentStatus(payment);
    const words = accepted
      ? {
          title: `Recibimos un pago de ${amount}`,
          text: isContribution
            ? 'Aún no sabemos si es tu aportación extra: espera unos minutos antes de hacer otra.'
            : 'Aún no sabemos de qué factura es. Lo que sigue en la lista puede estar ya pagado: espera unos minutos antes de pagar otra vez.',
        }
      : { title: `Un pago de ${amount} no se completó`, text: 'No se aceptó; puedes intentarlo de nuevo.' };
    return (
      <Standing
        key={name}
        state={accepted ? 'received' : 'failed'}
        words={words}
        reference={payment.OrderNumber}
        toPayments={policy.Policy}
      >
        <Button look="quiet" size="small" fit about={words.title} onClick={settle}>
          Entendido
        </Button>
      </Standing>
    );
  });
}

const signs = {
  waiting: { icon: 'clock', tone: 'neutral' },
  unseen: { icon: 'clock', tone: 'neutral' },
  received: { icon: 'ok', tone: 'ok' },
  failed: { icon: 'alert', tone: 'bad' },
} as const;

interface StandingProps {
  state: DecidedOutcome['state'];
  words: { title: string; text: string };
  reference: string;
  /** The policy whose payments a button leads to; false for no such button. */
  toPayments: string | false;
  /** What is to be said besides. */
  note?: ReactNode;
  children: ReactNode;
}

function Standing({ state, words, reference, toPayments, note, children }: StandingProps) {
  const sign = signs[state];
  return (
    <section className={classNames(styles.standing, tintOf(sign.tone))} aria-label={words.title}>
      <span className={styles.sign}>
        <Icon name={sign.icon} size={20} />
      </span>
      <div className="stack-3 grow">
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
        {note}
        <div className="flow">
          {toPayments && (
            <ScreenButton look="line" size="small" fit to={screens.payments(toPayments)}>
              Ver mis pagos
            </ScreenButton>
          )}
          {children}
        </div>
      </div>
    </section>
  );
}
