import { useState } from 'react';
import { useOutbox } from '#outbox/hooks.ts';
import { type Sealed, sealedCount, sealedText, verbWithObject, whatIs } from '#requests/sealed-text.ts';
import { problemText } from '#rules/problem-words.ts';
import { thisDevice } from '#senses/this-device.ts';
import { type useSealedQueue, useSession } from '#session/hooks.ts';
import { Card } from '#ui/cards/card.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { PasswordInput } from '#ui/controls/text-input.tsx';
import { Confirm } from '#ui/layers/confirm.tsx';
import { useToast } from '#ui/layers/toasts.tsx';
import styles from './pending-screen.module.css';

/**
 * Shown after the password was changed on another device. The earlier password opens what waited here; otherwise the
 * customer discards it.
 */
export function SealedQueue({ lookAgain, passkey, ...sealed }: ReturnType<typeof useSealedQueue>) {
  const session = useSession();
  const outbox = useOutbox();
  const toast = useToast();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);

  const recover = async (open: () => ReturnType<typeof session.openSealedQueue>) => {
    setBusy(true);
    const opened = await open().finally(() => setBusy(false));
    if (!opened.ok) return setProblem(problemText(opened.problem));
    const left = await session.sealedQueue();
    const { moved: waiting, ...others } = opened.value;
    if (sealedCount({ waiting, ...others }) === 0 && sealedCount(left) > 0) return setProblem(damaged);
    setPassword('');
    setProblem(null);
    toast({ text: recovered({ waiting, ...others }) });
    lookAgain();
    await outbox.absorbLocked();
    await outbox.drain();
  };
  const discard = async () => {
    setAsking(false);
    await session.discardSealedQueue();
    toast({ text: discarded(sealed) });
    lookAgain();
  };

  return (
    <section className="stack-3" aria-labelledby="sealed">
      <h2 id="sealed">Tienes {sealedText(sealed)}</h2>
      <Card>
        <form
          className="stack-3"
          method="post"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (password === '') setProblem('Escribe la contraseña');
            else if (!busy) void recover(() => session.openSealedQueue(password));
          }}
        >
          <p>
            Tu contraseña cambió y lo que guardaste antes sigue protegido con la anterior. Escríbela una vez para poder{' '}
            {sealed.waiting > 0 ? 'enviarlo' : sealed.drafts > 0 ? 'seguir donde lo dejaste' : 'verlo'}
            {passkey ? ', o usa tu huella o rostro' : ''}.
          </p>
          <Field label="Contraseña anterior" error={problem}>
            <PasswordInput
              autoComplete="off"
              value={password}
              readOnly={busy}
              onChange={(event) => {
                setPassword(event.target.value);
                setProblem(null);
              }}
            />
          </Field>
          <div className={styles.choices}>
            <Button type="submit" fit disabled={password === ''} loading={busy}>
              {verbWithObject('Recuperar', sealed)}
            </Button>
            {passkey && (
              <Button look="line" fit disabled={busy} onClick={() => void recover(() => session.openSealedByPasskey())}>
                Con tu huella o rostro
              </Button>
            )}
            <Button look="quiet" fit disabled={busy} onClick={() => setAsking(true)}>
              {verbWithObject('Descartar', sealed)}
            </Button>
          </div>
        </form>
      </Card>
      {asking && (
        <Confirm {...discarding} title={question(sealed)} quiet onAct={discard} onClose={() => setAsking(false)} />
      )}
    </section>
  );
}

const discarding = {
  text: `Se borrará de ${thisDevice()} lo que guardaste con tu contraseña anterior, con sus archivos, y no podrás recuperarlo.`,
  act: 'Descartar',
  keep: 'Conservar',
};

const damaged = 'La contraseña es correcta, pero lo guardado está dañado y no se puede recuperar. Puedes descartarlo.';

function recovered(sealed: Sealed): string {
  const { waiting, drafts } = sealed;
  const count = sealedCount(sealed);
  if (count === 0) return 'Ya tenías otro borrador del mismo formulario: sigue ahí el de ahora';
  if (count === waiting) {
    return waiting === 1
      ? 'Recuperamos 1 solicitud. La enviaremos en cuanto se pueda'
      : `Recuperamos ${waiting} solicitudes. Las enviaremos en cuanto se pueda`;
  }
  if (count === drafts) return drafts === 1 ? 'Recuperamos tu borrador' : `Recuperamos ${drafts} borradores`;
  const sent =
    waiting === 0 ? '' : `. Enviaremos ${waiting === 1 ? 'la solicitud' : 'las solicitudes'} en cuanto se pueda`;
  return `Recuperamos ${whatIs(sealed)}${sent}`;
}

function question(sealed: Sealed): string {
  const { waiting, drafts } = sealed;
  const count = sealedCount(sealed);
  if (count === drafts) return drafts === 1 ? '¿Descartar el borrador?' : `¿Descartar los ${drafts} borradores?`;
  if (count === waiting) return waiting === 1 ? '¿Descartar la solicitud?' : `¿Descartar las ${waiting} solicitudes?`;
  return '¿Descartar lo que guardaste?';
}

function discarded(sealed: Sealed): string {
  const { waiting, drafts } = sealed;
  const count = sealedCount(sealed);
  if (count === drafts) return drafts === 1 ? 'Borrador descartado' : 'Borradores descartados';
  if (count === waiting) return waiting === 1 ? 'Solicitud descartada' : 'Solicitudes descartadas';
  return 'Descartado';
}
