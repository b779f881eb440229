import { useCallback, useEffect, useState } from 'react';
import * as v from 'valibot';
import type { AnswerOf } from '#contract/endpoints.ts';
import { passkeyName } from '#contract/passkeys.ts';
import { type Refusal, StepForm } from '#forms/step-form.tsx';
import { PasswordField, TextField } from '#forms/text-fields.tsx';
import { dateOf, longDate } from '#rules/dates.ts';
import { problemText } from '#rules/problem-words.ts';
import { useCustomer, usePasskeysHere, useSession } from '#session/hooks.ts';
import { Banner } from '#ui/banner.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Columns, NamedItem } from '#ui/columns.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { useGoBack } from '#ui/go-back.ts';
import { Icon } from '#ui/icon.tsx';
import { Screen } from '#ui/screen.tsx';
import { FailedState, LoadingState } from '#ui/states.tsx';
import { useToast } from '#ui/toasts.tsx';
import { useOnline } from '#ui/use-online.ts';
import styles from './passkeys-screen.module.css';

type Listed = AnswerOf<'passkeys'>[number];
type List = { state: 'loading' } | { state: 'failed'; text: string } | { state: 'here'; passkeys: readonly Listed[] };

const addition = v.object({
  name: v.pipe(passkeyName, v.nonEmpty('Completa este campo')),
  password: v.pipe(v.string(), v.nonEmpty('Completa este campo'), v.maxLength(1024, 'Es demasiado larga')),
});
const change = v.object({ name: addition.entries.name });

/** D56: the customer's passkeys, on this device and others. */
export function PasskeysScreen() {
  const goBack = useGoBack();
  const session = useSession();
  const toast = useToast();
  const online = useOnline();
  const who = useCustomer();
  const idUsuario = who?.idUsuario;
  const { here, canAdd } = usePasskeysHere();
  const [list, setList] = useState<List>({ state: 'loading' });
  const [dialog, setDialog] = useState<{ about: Listed; to: 'rename' | 'remove' } | null>(null);

  const load = useCallback(async () => {
    if (!idUsuario) return;
    const got = await session.call('passkeys', { idUsuario });
    setList(got.ok ? { state: 'here', passkeys: got.value } : { state: 'failed', text: problemText(got.problem) });
  }, [session, idUsuario]);
  useEffect(() => {
    if (online) void load();
  }, [online, load]);

  const add = async ({ name, password }: v.InferOutput<typeof addition>): Promise<Refusal | undefined> => {
    const added = await session.addPasskey(password, name);
    if (added.ok) return undefined;
    const { fields = {} } = added.problem;
    return Object.keys(fields).length > 0 ? { fields } : { text: problemText(added.problem) };
  };
  const rename = async (about: Listed, name: string): Promise<Refusal | undefined> => {
    if (!idUsuario) return undefined;
    const renamed = await session.call('renamePasskey', { idUsuario, credencial: about.credencial, nombre: name });
    if (!renamed.ok) return { text: problemText(renamed.problem) };
    setDialog(null);
    await load();
    return undefined;
  };
  const remove = async (about: Listed) => {
    if (!idUsuario) return;
    const removed = await session.call('removePasskey', { idUsuario, credencial: about.credencial });
    setDialog(null);
    if (!removed.ok) return toast({ text: problemText(removed.problem), tone: 'error' });
    await session.removePasskeyHere(about.credencial);
    toast({ text: 'Ya no se puede entrar con ella' });
    await load();
  };

  const isHere = ({ credencial }: Listed) => here.some(({ credential }) => credential === credencial);
  return (
    <Screen title="Huella, rostro o PIN" onBack={goBack}>
      {!online && (
        <Banner tone="waiting" icon="offline">
          Para activar o quitar una forma de entrar necesitas conexión. Lo que escribas se queda aquí mientras vuelve.
        </Banner>
      )}
      <Columns>
        <Card>
          <div className={styles.intro}>
            <span className={styles.sign}>
              <Icon name="fingerprint" size={32} />
            </span>
            <h2 className={styles.heading}>
              {here.length > 0 ? 'Activado en este dispositivo' : 'Entra sin escribir tu contraseña'}
            </h2>
            <p className="soft">
              Con tu huella, tu rostro o el PIN de este dispositivo abres Amparo en un momento, también sin conexión. Tu
              contraseña sigue valiendo.
            </p>
          </div>
          {here.length === 0 && canAdd && (
            <StepForm
              answers={{ name: deviceName(), password: '' }}
              schema={addition}
              onContinue={add}
              continueLabel="Activar"
              incompleteText="Completa los dos campos."
              aside={<p className="soft small">Al terminar, Amparo se cierra y lo abres por primera vez así.</p>}
            >
              <TextField name="name" label="Nombre de este dispositivo" maxLength={60} autoComplete="off" />
              <PasswordField name="password" label="Contraseña" autoComplete="current-password" />
            </StepForm>
          )}
          {here.length === 0 && !canAdd && (
            <p className="soft small">Este dispositivo no lo permite. Puedes activarlo en tu teléfono.</p>
          )}
        </Card>
        {online && (
          <section className={styles.others} aria-labelledby="passkeys">
            <h2 id="passkeys" className={styles.heading}>
              Dónde lo activaste
            </h2>
            {list.state === 'loading' && <LoadingState text="Buscando" />}
            {list.state === 'failed' && (
              <FailedState title={list.text} action={<Button onClick={load}>Reintentar</Button>} />
            )}
            {list.state === 'here' && list.passkeys.length === 0 && (
              <p className="soft small">Todavía en ningún dispositivo.</p>
            )}
            {list.state === 'here' && list.passkeys.length > 0 && (
              <ul>
                {list.passkeys.map((passkey) => (
                  <NamedItem key={passkey.credencial} name={passkey.nombre} detail={history(passkey, isHere(passkey))}>
                    <span className={styles.acts}>
                      <Button look="quiet" size="small" fit onClick={() => setDialog({ about: passkey, to: 'rename' })}>
                        Cambiar nombre
                      </Button>
                      <Button look="quiet" size="small" fit onClick={() => setDialog({ about: passkey, to: 'remove' })}>
                        Quitar
                      </Button>
                    </span>
                  </NamedItem>
                ))}
              </ul>
            )}
          </section>
        )}
      </Columns>
      {dialog?.to === 'rename' && (
        <Dialog open onClose={() => setDialog(null)} title="Cambiar nombre">
          <StepForm
            answers={{ name: dialog.about.nombre }}
            schema={change}
            onContinue={({ name }) => rename(dialog.about, name)}
            continueLabel="Guardar"
            incompleteText="Escribe un nombre."
          >
            <TextField name="name" label="Nombre" maxLength={60} autoComplete="off" />
          </StepForm>
        </Dialog>
      )}
      {dialog?.to === 'remove' && (
        <Dialog
          open
          onClose={() => setDialog(null)}
          title={`¿Quitar «${dialog.about.nombre}»?`}
          description="Desde ahora allí se entra solo con la contraseña. Nada de lo guardado se pierde."
          actions={
            <>
              <Button look="danger" onClick={() => remove(dialog.about)}>
                Quitar
              </Button>
              <Button look="line" onClick={() => setDialog(null)}>
                Conservar
              </Button>
            </>
          }
        />
      )}
    </Screen>
  );
}

function history({ creado, usado }: Listed, here: boolean): string {
  const parts = [
    here ? 'Este dispositivo' : '',
    `Desde el ${longDate(dateOf(creado))}`,
    usado ? `usado por última vez el ${longDate(dateOf(usado))}` : 'sin usar todavía',
  ];
  return parts.filter(Boolean).join(' · ');
}

/** A proposed name; the customer may change it. */
function deviceName(): string {
  const agent = navigator.userAgent;
  const devices = [
    [/iPhone/, 'Mi iPhone'],
    [/iPad/, 'Mi iPad'],
    [/Android/, 'Mi teléfono Android'],
    [/Windows/, 'Mi equipo con Windows'],
    [/Macintosh/, 'Mi Mac'],
  ] as const;
  return devices.find(([pattern]) => pattern.test(agent))?.[1] ?? 'Este equipo';
}
