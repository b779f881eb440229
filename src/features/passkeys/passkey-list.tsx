import { useState } from 'react';
import * as v from 'valibot';
import type { AnswerOf } from '#contract/endpoints.ts';
import { passkeyName } from '#contract/passkeys.ts';
import { dateOf, longDate } from '#rules/dates.ts';
import { capital, dotted } from '#rules/joined.ts';
import { problemText } from '#rules/problem-words.ts';
import { RenameDialog } from '#screens/rename-dialog.tsx';
import { unlessOf } from '#screens/unless-of.ts';
import { useServerList } from '#screens/use-server-list.ts';
import { thisDevice } from '#senses/this-device.ts';
import { useSession } from '#session/hooks.ts';
import { Part } from '#ui/cards/part.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Confirm } from '#ui/layers/confirm.tsx';
import { useToast } from '#ui/layers/toasts.tsx';
import { InfoRow, RowGroup } from '#ui/lists/rows.tsx';
import { useFailure } from '#ui/states/failure.tsx';
import { FailedState, LoadingState } from '#ui/states/states.tsx';

type Listed = AnswerOf<'passkeys'>[number];

/** An open dialog. */
interface Asked {
  about: Listed;
  to: 'rename' | 'remove';
}

const schema = v.pipe(passkeyName, v.nonEmpty('Completa este campo'));

/** The customer's passkeys on every device, each with the buttons that rename and remove it. An open dialog survives a lost connection. */
export function PasskeyList({ here }: { here: readonly { credential: string }[] }) {
  const session = useSession();
  const toast = useToast();
  const failure = useFailure();
  const { list, load, asking, idUsuario, online } = useServerList('passkeys');
  const [dialog, setDialog] = useState<Asked | null>(null);

  const rename = async (asked: Asked, nombre: string) => {
    const { credencial } = asked.about;
    const renamed = await session.call('renamePasskey', { idUsuario: idUsuario ?? '', credencial, nombre });
    if (renamed.ok) {
      setDialog(unlessOf(asked));
      await load();
    }
    return renamed;
  };
  const remove = async (asked: Asked) => {
    failure.clear();
    const removed = await session.removePasskey(asked.about.credencial);
    setDialog(unlessOf(asked));
    if (!removed.ok) return failure.fail(problemText(removed.problem));
    toast({ text: 'Ya no se puede entrar con ella' });
    await load();
  };

  const isHere = ({ credencial }: Listed) => here.some(({ credential }) => credential === credencial);
  return (
    <>
      {online && (
        <Part id="passkeys" title="Dónde lo activaste" className="stack-3">
          {list.state === 'loading' && <LoadingState text="Buscando" />}
          {list.state === 'failed' && (
            <FailedState
              title={problemText(list.problem)}
              action={
                <Button loading={asking} onClick={load}>
                  Reintentar
                </Button>
              }
            />
          )}
          {list.state === 'here' && list.rows.length === 0 && (
            <p className="soft small">Todavía en ningún dispositivo.</p>
          )}
          {list.state === 'here' && list.rows.length > 0 && (
            <RowGroup>
              {list.rows.map((passkey) => (
                <PasskeyRow
                  key={passkey.credencial}
                  passkey={passkey}
                  here={isHere(passkey)}
                  onDialog={(to) => setDialog({ about: passkey, to })}
                />
              ))}
            </RowGroup>
          )}
          {failure.note}
        </Part>
      )}
      {dialog?.to === 'rename' && (
        <RenameDialog
          name={dialog.about.nombre}
          schema={schema}
          maxLength={60}
          onRename={(name) => rename(dialog, name)}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog?.to === 'remove' && (
        <Confirm
          title={`¿Quitar «${dialog.about.nombre}»?`}
          text="Desde ahora allí se entra solo con la contraseña. Nada de lo guardado se pierde."
          act="Quitar"
          keep="Conservar"
          onAct={() => remove(dialog)}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}

interface PasskeyRowProps {
  passkey: Listed;
  here: boolean;
  onDialog: (to: Asked['to']) => void;
}

function PasskeyRow({ passkey, here, onDialog }: PasskeyRowProps) {
  const { nombre } = passkey;
  return (
    <InfoRow icon="fingerprint" tone={here ? 'ceiba' : 'neutral'} title={nombre} detail={history(passkey, here)}>
      <Button look="quiet" size="small" fit about={nombre} onClick={() => onDialog('rename')}>
        Cambiar nombre
      </Button>
      <Button look="quiet" size="small" fit about={nombre} onClick={() => onDialog('remove')}>
        Quitar
      </Button>
    </InfoRow>
  );
}

function history({ creado, usado }: Listed, here: boolean): string {
  return dotted(
    here && capital(thisDevice()),
    `Desde el ${longDate(dateOf(creado))}`,
    usado ? `usado por última vez el ${longDate(dateOf(usado))}` : 'sin usar todavía',
  );
}
