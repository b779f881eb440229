import * as v from 'valibot';
import { passkeyName } from '#contract/passkeys.ts';
import { type Refusal, refusalOf } from '#forms/refusal.ts';
import { passwordAnswer } from '#forms/schemas.ts';
import { StepForm } from '#forms/step-form.tsx';
import { PasswordField, TextField } from '#forms/text-fields.tsx';
import { capital } from '#rules/joined.ts';
import { AccountName } from '#screens/account-name.tsx';
import { thisDevice } from '#senses/this-device.ts';
import { useSession } from '#session/hooks.ts';
import { Icon } from '#ui/base/icon.tsx';
import { Card } from '#ui/cards/card.tsx';
import styles from './passkeys-screen.module.css';
import { proposedName } from './proposed-name.ts';

const addition = v.object({
  name: passkeyName,
  password: passwordAnswer(),
});

interface AddPasskeyProps {
  /** Whether a passkey of this device opens it already. */
  isHere: boolean;
  /** Null while it is not known whether this device can hold one. */
  canAdd: boolean | null;
}

/** What a passkey is for, and the form that makes one on this device. */
export function AddPasskey({ isHere, canAdd }: AddPasskeyProps) {
  const session = useSession();
  const add = async ({ name, password }: v.InferOutput<typeof addition>): Promise<Refusal | undefined> => {
    const added = await session.addPasskey(password, name);
    return added.ok ? undefined : refusalOf(added.problem);
  };
  return (
    <Card>
      <div className={styles.intro}>
        <span className="ceiba">
          <Icon name="fingerprint" size={32} />
        </span>
        <h2 className="t16">{isHere ? `Activado en ${thisDevice()}` : 'Entra sin escribir tu contraseña'}</h2>
        <p className="soft">
          Con tu huella, tu rostro o el PIN de {thisDevice()} abres Amparo en un momento, también sin conexión. Tu
          contraseña sigue sirviendo.
        </p>
      </div>
      {!isHere && canAdd && (
        <StepForm
          answers={{ name: proposedName(navigator), password: '' }}
          schema={addition}
          onContinue={add}
          continueLabel="Activar"
          incompleteText="Completa los dos campos."
          aside={<p className="soft small">Al terminar, Amparo se cierra y la abres por primera vez así.</p>}
        >
          <TextField name="name" label={`Nombre de ${thisDevice()}`} most={60} autoComplete="off" />
          <AccountName />
          <PasswordField name="password" label="Contraseña" autoComplete="current-password" />
        </StepForm>
      )}
      {!isHere && canAdd === false && (
        <p className="soft small">{capital(thisDevice())} no lo permite. Puedes activarlo en otro.</p>
      )}
    </Card>
  );
}
