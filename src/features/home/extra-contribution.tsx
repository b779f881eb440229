import { useState } from 'react';
import type { Policy } from '#contract/policies.ts';
import { AmountEcho } from '#forms/amount-echo.tsx';
import { usePaymentOutcomes } from '#mirror/hooks.tsx';
import { amountIn, exactMoney, localeOf, parseAmount, signOf } from '#rules/money.ts';
import { paymentOrder } from '#rules/payment-order.ts';
import { policyCurrency, policyInWords } from '#rules/policies.ts';
import { isDecided, OpenPayments, PaymentStanding, PayOrder } from '#screens/paying.tsx';
import { Field } from '#ui/controls/field.tsx';
import { TextInput } from '#ui/controls/text-input.tsx';
import { LazyDialog } from '#ui/layers/lazy-layer.tsx';

interface ExtraContributionProps {
  policy: Policy;
  residence: string;
  open: boolean;
  onClose: () => void;
}

/** H5.5, D19: asks for an amount, then leads to the payment page. */
export function ExtraContribution({ policy, residence, open, onClose }: ExtraContributionProps) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const outcome = usePaymentOutcomes(policy)?.find(({ billNo }) => billNo === null);
  const currency = policyCurrency(policy);
  const amount = Number(parseAmount(typed) ?? 0);
  const written = (sum: number) => exactMoney(sum, currency, localeOf(residence));

  const order = () => {
    const built = paymentOrder(policy, null, amount);
    setProblem(built ? null : `Escribe un importe mayor que cero, por ejemplo ${written(150)}`);
    return built;
  };

  return (
    <LazyDialog
      open={open}
      onClose={onClose}
      title="Aportación extra"
      description={
        <>
          Suma ahorro a <bdi>{policyInWords(policy)}</bdi>.
        </>
      }
    >
      {outcome?.state === 'open' && <OpenPayments policy={policy} outcomes={[outcome]} />}
      {outcome && isDecided(outcome) ? (
        <PaymentStanding policy={policy} outcome={outcome} again="Hacer otra aportación" />
      ) : (
        <form className="stack-4" onSubmit={(event) => event.preventDefault()} noValidate>
          <div>
            <Field
              label="Importe"
              hint={`En ${currency === 'COP' ? 'pesos colombianos' : 'dólares estadounidenses'}`}
              error={problem}
            >
              <TextInput
                before={signOf(currency, localeOf(residence)) ?? currency}
                inputMode="decimal"
                enterKeyHint="go"
                autoComplete="off"
                value={typed}
                onChange={(event) => {
                  setTyped(event.target.value);
                  setProblem(null);
                }}
              />
            </Field>
            <AmountEcho value={amountIn(typed)} typed={typed} currency={currency} locale={localeOf(residence)} />
          </div>
          <PayOrder
            // Another amount is another payment, so a payment address fetched before is dropped.
            key={typed}
            policy={policy}
            order={order}
            label="Continuar"
            goLabel={`Ir a pagar ${written(amount)}`}
            note="Se abre la página de pago. La aportación aparecerá en tu historial de pagos."
          />
        </form>
      )}
    </LazyDialog>
  );
}
