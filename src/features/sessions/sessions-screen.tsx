import { useState } from 'react';
import type { Problem } from '#contract/result.ts';
import { MAX_SESSION_NAME, sessionName } from '#contract/sessions.ts';
import { type Refusal, refusalOf } from '#forms/refusal.ts';
import { problemText } from '#rules/problem-words.ts';
import { screens } from '#rules/screens.ts';
import { namedAmong } from '#rules/told-apart.ts';
import { RenameDialog } from '#screens/rename-dialog.tsx';
import { unlessOf } from '#screens/unless-of.ts';
import { useServerList } from '#screens/use-server-list.ts';
import { usePasskeysHere, useSession } from '#session/hooks.ts';
import { Screen } from '#ui/base/screen.tsx';
import { Part } from '#ui/cards/part.tsx';
import { Button } from '#ui/controls/button.tsx';
import { useGoBack } from '#ui/hooks/go-back.ts';
import { Confirm } from '#ui/layers/confirm.tsx';
import { useToast } from '#ui/layers/toasts.tsx';
import { Columns } from '#ui/lists/columns.tsx';
import { Row, RowGroup } from '#ui/lists/rows.tsx';
import { useFailure } from '#ui/states/failure.tsx';
import { OfflineWarning } from '#ui/states/offline-warning.tsx';
import { FailedState, LoadingState } from '#ui/states/states.tsx';
import { EraseThere } from './erase-there.tsx';
import { history, type Listed, nameOf, SessionRow } from './session-row.tsx';

/** One session, or all but this device's. */
type Which = Listed | 'others';
const CLOSE_ONE =
  'Se cierra en cuanto Amparo se use allí con conexión. Para volver a entrar allí hará falta la contraseña, o tu huella o rostro si lo activaste. Lo que esté pendiente de enviar en ese dispositivo esperará hasta entonces.';
const CLOSE_OTHERS =
  'Cada una se cierra en cuanto Amparo se use en ese dispositivo con conexión. Para volver a entrar hará falta la contraseña, o tu huella o rostro donde lo activaste. Lo que esté pendiente de enviar en cada dispositivo esperará hasta entonces.';
const NEEDED = 'Para ver, nombrar y cerrar sesiones necesitas conexión.';

/** The customer's sessions, each with a button that ends it. */
export function SessionsScreen() {
  const goBack = useGoBack();
  const session = useSession();
  const toast = useToast();
  const failure = useFailure();
  const { list, load, asking, idUsuario, online } = useServerList('sessions');
  const { here, canAdd } = usePasskeysHere();
  const [confirming, setConfirming] = useState<Which | null>(null);
  const [erasing, setErasing] = useState<Which | null>(null);
  const [naming, setNaming] = useState<Listed | null>(null);
  const rename = async (which: Listed, apodo: string) => {
    const named = await session.call('nameSession', { idUsuario: idUsuario ?? '', sesion: which.id, apodo });
    if (named.ok) setNaming(unlessOf(which));
    // One that has ended meanwhile is no longer in the list.
    if (named.ok || named.problem.code === 'not-found') await load();
    return named;
  };
  const end = async (which: Which, erase: { borrar?: true; password?: string } = {}): Promise<Refusal | undefined> => {
    if (!idUsuario) return undefined;
    failure.clear();
    const named = which !== 'others' && { sesion: which.id };
    const ended = await session.call('endSessions', { idUsuario, ...named, ...erase });
    if (!ended.ok && ended.problem.code !== 'not-found') return refusalOf(ended.problem);
    setConfirming(unlessOf(which));
    setErasing(unlessOf(which));
    // A session that has ended meanwhile counts as ended; whether it erases was decided then.
    const closed = which === 'others' ? 'Cerramos tus otras sesiones' : 'Sesión cerrada';
    const erases = ended.ok && ended.value.borrar === true;
    if (!erase.borrar) toast({ text: closed });
    else if (erases) toast({ text: `${closed}. Lo guardado se borra al usar Amparo ${placeOf(which)} con conexión` });
    else failure.fail(`${closed}, pero lo guardado allí no se puede borrar desde aquí`);
    void load();
    return undefined;
  };
  const endOnly = async (which: Which) => {
    const refused = await end(which);
    if (!refused) return;
    setConfirming(unlessOf(which));
    failure.fail(refused.text ?? Object.values(refused.fields ?? {}).join(' '));
    void load();
  };

  const sessions = list.state === 'here' ? list.rows : [];
  const named = (one: Listed) => namedAmong(sessions, nameOf, one, ({ id }) => id);
  const others = sessions.filter(({ aqui }) => !aqui);
  return (
    <Screen title="Tus sesiones" onBack={goBack}>
      <OfflineWarning>{NEEDED}</OfflineWarning>
      <Columns>
        <Part id="sessions" title="Dónde está abierta tu cuenta" className="stack-3">
          {online && list.state === 'loading' && <LoadingState text="Buscando" />}
          {online && list.state === 'failed' && (
            <FailedState
              title={textOf(list.problem)}
              action={
                <Button loading={asking} onClick={load}>
                  Reintentar
                </Button>
              }
            />
          )}
          {sessions.length > 0 && (
            <RowGroup>
              {sessions.map((one) => (
                <SessionRow
                  key={one.id}
                  listed={one}
                  name={named(one)}
                  online={online}
                  needed={NEEDED}
                  onRename={() => setNaming(one)}
                  onEnd={() => setConfirming(one)}
                />
              ))}
            </RowGroup>
          )}
          {failure.note}
          {online && list.state === 'here' && others.length === 0 && (
            <p className="soft small">No hay sesiones abiertas en otros dispositivos.</p>
          )}
          {others.length > 0 && (
            <Button look="line" icon="logout" disabled={!online} why={NEEDED} onClick={() => setConfirming('others')}>
              Cerrar mis otras sesiones
            </Button>
          )}
        </Part>
        <Part id="doubt" title="¿No reconoces alguna?" className="stack-3">
          <p className="soft">Ciérrala y cambia tu contraseña. Al cambiarla se cierran también todas las demás.</p>
          <RowGroup>
            <Row icon="lock" title="Cambiar contraseña" detail="Elige una nueva" to={screens.password} />
            {(canAdd || here.length > 0) && (
              <Row icon="fingerprint" title="Huella, rostro o PIN" detail="Dónde lo activaste" to={screens.passkeys} />
            )}
          </RowGroup>
        </Part>
      </Columns>
      {naming && (
        <RenameDialog
          name={naming.apodo ?? ''}
          schema={sessionName}
          most={MAX_SESSION_NAME}
          hint="Por ejemplo, «Teléfono de Ana». Déjalo vacío para quitarlo."
          onRename={(name) => rename(naming, name)}
          onClose={() => setNaming(null)}
        />
      )}
      {confirming && (
        <Confirm
          {...(confirming === 'others'
            ? { title: '¿Cerrar tus otras sesiones?', act: 'Cerrar mis otras sesiones' }
            : { title: `¿Cerrar la sesión de ${named(confirming)}?`, act: 'Cerrar sesión' })}
          text={confirming === 'others' ? CLOSE_OTHERS : `${historyOf(confirming)}${CLOSE_ONE}`}
          keep="Volver"
          more={
            <Button
              look="line"
              onClick={() => {
                setErasing(confirming);
                setConfirming(null);
              }}
            >
              Cerrar y borrar lo guardado allí
            </Button>
          }
          onAct={() => endOnly(confirming)}
          onClose={() => setConfirming(null)}
        />
      )}
      {erasing && (
        <EraseThere
          title={erasing === 'others' ? '¿Cerrar y borrar en los demás?' : `¿Cerrar y borrar en ${named(erasing)}?`}
          about={historyOf(erasing)}
          where={placeOf(erasing)}
          onErase={(password) => end(erasing, { borrar: true, password })}
          onClose={() => setErasing(null)}
        />
      )}
    </Screen>
  );
}

/** What a question says of the session that it is about, before the rest of its text. */
const historyOf = (which: Which): string => (which === 'others' ? '' : `${history(which)}. `);

/** Where what is ended keeps things. */
const placeOf = (which: Which) => (which === 'others' ? 'en cada dispositivo' : 'allí');

/** A backend may not offer the list. */
const textOf = (problem: Problem): string =>
  problem.code === 'not-found' || problem.code === 'method-not-allowed'
    ? 'Tu aseguradora no ofrece esta lista'
    : problemText(problem);
