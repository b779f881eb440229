import { useState } from 'react';
import type { AnswerOf } from '#contract/endpoints.ts';
import { passkeyName } from '#contract/passkeys.ts';
import { dateOf, longDate } from '#rules/dates.ts';
import { capital, dotted } from '#rules/joined.ts';
import { problemText } from '#rules/problem-words.ts';
import { namedAmong } from '#rules/told-apart.ts';
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
    toast({ text: 'Esa forma de entrar ya no sirve' });
    await load();
  };

  const listed = list.state === 'here' ? list.rows : [];
  const named = (one: Listed) =>
    namedAmong(
      listed,
      ({ nombre }) => nombre,
      one,
      ({ credencial }) => credencial,
    );
  const isHere = ({ credencial }: Listed) => here.some(({ credential }) => credential === credencial);
  return (
    <>
      {online && (
        <Part id="passkeys" title="Dónde lo activaste" className="stack-3">
          <NoneListed {...{ list, load, asking }} />
          {listed.length > 0 && (
            <RowGroup>
              {listed.map((passkey) => (
                <PasskeyRow
                  key={passkey.credencial}
                  name={named(passkey)}
                  history={history(passkey, isHere(passkey))}
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
          schema={passkeyName}
          most={60}
          onRename={(name) => rename(dialog, name)}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog?.to === 'remove' && (
        <Confirm
          title={`¿Quitar «${named(dialog.about)}»?`}
          text={`${history(dialog.about, isHere(dialog.about))}. Desde ahora ${isHere(dialog.about) ? 'aquí' : 'allí'} se entra solo con la contraseña. Nada de lo guardado se pierde.`}
          act="Quitar"
          keep="Conservar"
          onAct={() => remove(dialog)}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  );
}

/** Why there are none. */
function NoneListed({
  list,
  load,
  asking,
}: Pick<ReturnType<typeof useServerList<'passkeys'>>, 'list' | 'load' | 'asking'>) {
  if (list.state === 'loading') return <LoadingState text="Buscando" />;
  if (list.state === 'here') {
    return list.rows.length === 0 && <p className="soft small">Todavía en ningún dispositivo.</p>;
  }
  return (
    <FailedState
      title={problemText(list.problem)}
      action={
        <Button loading={asking} onClick={load}>
          Reintentar
        </Button>
      }
    />
  );
}

interface PasskeyRowProps {
  name: string;
  history: string;
  here: boolean;
  onDialog: (to: Asked['to']) => void;
}

function PasskeyRow({ name, history, here, onDialog }: PasskeyRowProps) {
  return (
    <InfoRow icon="fingerprint" tone={here ? 'ceiba' : 'neutral'} title={name} detail={history}>
      <Button look="quiet" size="small" fit about={name} onClick={() => onDialog('rename')}>
        Cambiar nombre
      </Button>
      <Button look="quiet" size="small" fit about={name} onClick={() => onDialog('remove')}>
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
