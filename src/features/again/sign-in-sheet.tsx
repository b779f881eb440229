import { useEffect, useRef, useState } from 'react';
import * as v from 'valibot';
import type { Problem } from '#contract/result.ts';
import type { Refusal } from '#forms/refusal.ts';
import { passwordAnswer } from '#forms/schemas.ts';
import { StepForm } from '#forms/step-form.tsx';
import { PasswordField } from '#forms/text-fields.tsx';
import { problemText } from '#rules/problem-words.ts';
import { screens } from '#rules/screens.ts';
import { AccountName } from '#screens/account-name.tsx';
import { thisDevice } from '#senses/this-device.ts';
import { useCustomer, usePasskeysHere, useSession } from '#session/hooks.ts';
import { Button } from '#ui/controls/button.tsx';
import { ScreenLink } from '#ui/controls/screen-link.tsx';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useOnline } from '#ui/hooks/use-online.ts';
import { Dialog } from '#ui/layers/dialog.tsx';
import { useToast } from '#ui/layers/toasts.tsx';
import { OfflineWarning } from '#ui/states/offline-warning.tsx';
import styles from './sign-in-sheet.module.css';

const schema = v.object({ password: passwordAnswer('Escribe tu contraseña') });
const empty = { password: '' };

const DONE = 'Listo. Sigues donde estabas.';
const NEEDED = 'Para ingresar necesitas conexión. Puedes seguir sin ella: todo queda guardado.';
const SENT = 'Se ha enviado un enlace de restablecimiento de contraseña a tu correo electrónico.';

/**
 * D49: the password, asked over whatever the customer is doing. The account is the one whose session is open: another person
 * signs out first. Any other way to sign in only has to set the session's tokens; the signed-in area notices.
 */
export function SignInSheet({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const toast = useToast();
  const online = useOnline();
  const email = useCustomer()?.email ?? '';
  const ending = useEnding();
  const body = useRef<HTMLDivElement>(null);
  const [message, setMessage] = useState('');
  const { here, known } = usePasskeysHere();
  const passkey = useBusy(async () => {
    setMessage('');
    const entered = await session.signInAgainByPasskey();
    if (entered.ok) toast({ text: DONE });
    else setMessage(problemText(entered.problem));
  });
  const recovery = useBusy(async () => {
    // A reader hears equal words only when they were gone.
    setMessage('');
    const sent = await session.call('forgotPassword', { email });
    setMessage(sent.ok ? SENT : problemText(sent.problem));
  });
  const signIn = async ({ password }: v.InferOutput<typeof schema>): Promise<Refusal | undefined> => {
    const closed = ending();
    const entered = await session.signInAgain(password, closed);
    // A sheet that was closed has called it off, and nobody waits for it.
    if (!entered.ok) return closed.aborted ? undefined : refusalOf(entered.problem);
    toast({ text: DONE });
    return undefined;
  };

  // The sheet opens with the passkey's button or without it, since the focus goes to the first way in.
  if (!known) return null;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Ingresa de nuevo"
      initialFocus={() =>
        body.current?.querySelector<HTMLElement>('[data-passkey]:not([aria-disabled]), input[name="password"]')
      }
      description={`Tu sesión terminó en ${thisDevice()}. Nada se ha perdido: ${here.length > 0 ? 'ingresa' : 'escribe tu contraseña'} y sigues donde estabas.`}
    >
      <div ref={body} className="stack-4">
        <OfflineWarning>{NEEDED}</OfflineWarning>
        {here.length > 0 && (
          <Button
            data-passkey
            icon="fingerprint"
            loading={passkey.busy}
            disabled={!online}
            why={NEEDED}
            onClick={passkey.run}
          >
            Entrar con tu huella o rostro
          </Button>
        )}
        <StepForm
          answers={empty}
          schema={schema}
          onContinue={signIn}
          continueLabel="Ingresar"
          incompleteText="Escribe tu contraseña."
          aside={
            <Button look="quiet" loading={recovery.busy} onClick={recovery.run}>
              ¿Olvidaste tu contraseña?
            </Button>
          }
        >
          <p className={styles.account}>
            Cuenta <b dir="auto">{email}</b>
          </p>
          <AccountName />
          <PasswordField name="password" label="Contraseña" autoComplete="current-password" />
        </StepForm>
        <p className={styles.said} role="status">
          {message}
        </p>
        <p className={styles.other}>
          ¿No es tu cuenta?{' '}
          <ScreenLink to={screens.settings} onClick={onClose}>
            Cierra primero esta sesión
          </ScreenLink>
        </p>
      </div>
    </Dialog>
  );
}

/** The address comes from the session, so the wrong part is the password. */
function refusalOf(problem: Problem): Refusal {
  if (problem.code !== 'bad-credentials') return { text: problemText(problem) };
  return {
    fields: { password: 'La contraseña no es correcta. Si la cambiaste en otro dispositivo, escribe la nueva' },
  };
}

/** Aborts a sign-in when the sheet closes, so that it opens no session afterwards. A lock closes the sheet too. */
function useEnding(): () => AbortSignal {
  const ending = useRef<AbortController | null>(null);
  useEffect(() => () => ending.current?.abort(), []);
  return () => {
    ending.current = new AbortController();
    return ending.current.signal;
  };
}
