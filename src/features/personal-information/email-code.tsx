import { useRef, useState } from 'react';
import type { PersonalInformation, PersonalInformationPart } from '#contract/account.ts';
import { CodeForm } from '#screens/code-form.tsx';
import { Dialog } from '#ui/layers/dialog.tsx';
import { useToast } from '#ui/layers/toasts.tsx';
import styles from './personal-information.module.css';

/** D59: a new email is valid once the customer has typed the code sent to it. Until then the earlier email signs in. */
export function EmailCode({ info, onClose }: { info: PersonalInformation; onClose: () => void }) {
  const toast = useToast();
  const form = useRef<HTMLDivElement>(null);
  // The dialog outlives the address that waited: the answer ends the waiting before this is called.
  const [waited] = useState(info.emailPendiente);
  const confirmed = ({ email = waited }: PersonalInformationPart) => {
    toast({ text: `Desde ahora entras con ${email}` });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Confirma tu correo nuevo"
      initialFocus={() => form.current?.querySelector('input')}
    >
      <p className={styles.sentTo}>
        Enviamos un código a <strong dir="auto">{info.emailPendiente}</strong>. Hasta que lo escribas, sigues entrando
        con <strong dir="auto">{info.email}</strong>.
      </p>
      <CodeForm ref={form} note={info.avisoCodigo} onConfirmed={confirmed} />
    </Dialog>
  );
}
