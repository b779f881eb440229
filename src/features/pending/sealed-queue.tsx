import { useState } from 'react';
import { useOutbox } from '#outbox/hooks.ts';
import { onThem, sealedText, type UnderEarlierPassword } from '#requests/sealed-text.ts';
import { problemText } from '#rules/problem-words.ts';
import { type useSealedQueue, useSession } from '#session/hooks.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { Field } from '#ui/field.tsx';
import { PasswordInput } from '#ui/text-input.tsx';
import { useToast } from '#ui/toasts.tsx';
import styles from './pending-screen.module.css';

/**
 * Shown after the password was changed on another device. The earlier password opens what waited here; otherwise the
 * customer discards it.
 */
export function SealedQueue({ waiting, drafts, lookAgain }: ReturnType<typeof useSealedQueue>) {
  const sealed = { waiting, drafts };
  const session = useSession();
  const outbox = useOutbox();
  const toast = useToast();
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const [asking, setAsking] = useState(false);

  const recover = async () => {
    setBusy(true);
    const opened = await session.openSealedQueue(password).finally(() => setBusy(false));
    if (!opened.ok) return setProblem(problemText(opened.problem));
    const left = await session.sealedQueue();
    if (opened.value.moved === 0 && left.waiting > 0) return setProblem(damaged);
    setPassword('');
    setProblem(null);
    toast({ text: recovered(opened.value) });
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
            void recover();
          }}
        >
          <p>
            Tu contraseña cambió y lo que guardaste antes sigue protegido con la anterior. Escríbela una vez para poder{' '}
            {waiting > 0 ? 'enviarlo' : 'seguir donde lo dejaste'}.
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
              {onThem('Recuperar', sealed)}
            </Button>
            <Button look="quiet" fit disabled={busy} onClick={() => setAsking(true)}>
              {onThem('Descartar', sealed)}
            </Button>
          </div>
        </form>
      </Card>
      {asking && (
        <Confirm
          title={question(sealed)}
          text="Se borrará de este dispositivo lo que guardaste con tu contraseña anterior, con sus archivos, y no podrás recuperarlo."
          act="Descartar"
          keep="Conservar"
          quiet
          onAct={() => void discard()}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}

const damaged = 'La contraseña es correcta, pero lo guardado está dañado y no se puede recuperar. Puedes descartarlo.';

function recovered({ moved, drafts }: { moved: number; drafts: number }): string {
  if (moved + drafts === 0) return 'Ya tenías otro borrador del mismo formulario: sigue ahí el de ahora';
  if (moved === 0) return drafts === 1 ? 'Recuperamos tu borrador' : `Recuperamos ${drafts} borradores`;
  return moved === 1
    ? 'Recuperamos 1 solicitud. La enviaremos en cuanto se pueda'
    : `Recuperamos ${moved} solicitudes. Las enviaremos en cuanto se pueda`;
}

function question({ waiting, drafts }: UnderEarlierPassword): string {
  if (waiting > 0 && drafts > 0) return '¿Descartar lo que guardaste?';
  if (drafts > 0) return drafts === 1 ? '¿Descartar el borrador?' : `¿Descartar los ${drafts} borradores?`;
  return waiting === 1 ? '¿Descartar la solicitud?' : `¿Descartar las ${waiting} solicitudes?`;
}

function discarded({ waiting, drafts }: UnderEarlierPassword): string {
  if (waiting === 0) return drafts === 1 ? 'Borrador descartado' : 'Borradores descartados';
  return waiting === 1 ? 'Solicitud descartada' : 'Solicitudes descartadas';
}
