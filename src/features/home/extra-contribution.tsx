import { useState } from 'react';
import type { Policy } from '#contract/policies.ts';
import { useLeavingToPay } from '#mirror/hooks.tsx';
import { findPaymentAddress } from '#mirror/payment-address.ts';
import { exactMoney, localeOf, needsCode, parseAmount } from '#rules/money.ts';
import { paymentOrder } from '#rules/payment-order.ts';
import { policyCurrency, policyName } from '#rules/policies.ts';
import { useSession } from '#session/hooks.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Field } from '#ui/field.tsx';
import { PayLink } from '#ui/pay-link.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { useToast } from '#ui/toasts.tsx';
import { useOnline } from '#ui/use-online.ts';
import styles from './extra-contribution.module.css';

interface ExtraContributionProps {
  policy: Policy;
  residence: string;
  open: boolean;
  onClose: () => void;
}

const PROBLEM = 'Escribe un importe mayor que cero, por ejemplo 150.00';

/** H5.5, D19: asks how much, then leads to the payment page. */
export function ExtraContribution({ policy, residence, open, onClose }: ExtraContributionProps) {
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const session = useSession();
  const say = useToast();
  const online = useOnline();
  const leave = useLeavingToPay(policy.Policy);
  const currency = policyCurrency(policy);
  const amount = Number(parseAmount(typed) ?? 0);

  const ask = async () => {
    const order = paymentOrder(policy, null, amount);
    setProblem(order ? null : PROBLEM);
    if (!order) return null;
    const found = await findPaymentAddress(session, order, location.origin);
    if (found.ok) return found.value;
    say({ tone: 'error', text: found.text });
    return null;
  };

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Aportación extra"
      description={
        <>
          Suma ahorro a <bdi>{policyName(policy)}</bdi>, póliza <bdi>{policy.PolicyNumber}</bdi>.
        </>
      }
    >
      <form className={styles.body} onSubmit={(event) => event.preventDefault()} noValidate>
        <Field
          label="Importe"
          hint={`En ${currency === 'COP' ? 'pesos colombianos' : 'dólares estadounidenses'}`}
          error={problem}
        >
          <TextInput
            before={needsCode(currency, localeOf(residence)) ? currency : '$'}
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
        <PayLink
          // Another amount is another payment: an address fetched for the one before is dropped.
          key={typed}
          label="Continuar"
          goLabel={`Ir a pagar ${exactMoney(amount, currency, localeOf(residence))}`}
          note="Se abre la página de pago. La aportación aparecerá en tu historial de pagos."
          off={online ? undefined : 'Para pagar necesitas conexión a internet.'}
          ask={ask}
          onGo={leave}
        />
      </form>
    </Dialog>
  );
}
