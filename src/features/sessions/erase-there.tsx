import * as v from 'valibot';
import type { Refusal } from '#forms/refusal.ts';
import { passwordAnswer } from '#forms/schemas.ts';
import { StepForm } from '#forms/step-form.tsx';
import { PasswordField } from '#forms/text-fields.tsx';
import { AccountName } from '#screens/account-name.tsx';
import { Dialog } from '#ui/layers/dialog.tsx';

const schema = v.object({ password: passwordAnswer('Escribe tu contraseña') });
const empty = { password: '' };

interface EraseThereProps {
  title: string;
  /** Stands before what is lost. */
  about: string;
  where: 'allí' | 'en cada dispositivo';
  onErase: (password: string) => Promise<Refusal | undefined>;
  onClose: () => void;
}

/** D83: says what is lost when another device also erases what it keeps, and asks for the password. */
export function EraseThere({ title, about, where, onErase, onClose }: EraseThereProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={`${about}Cuando Amparo se use ${where} con conexión, se borra todo lo tuyo que guarda. Lo pendiente de enviar y lo que dejaste a medias se pierde. Lo que ya recibimos sigue en tu cuenta.`}
    >
      <StepForm
        answers={empty}
        schema={schema}
        onContinue={({ password }) => onErase(password)}
        continueLabel="Cerrar y borrar"
        incompleteText="Escribe tu contraseña."
      >
        <AccountName />
        <PasswordField name="password" label="Contraseña" autoComplete="current-password" />
      </StepForm>
    </Dialog>
  );
}
