import { useState } from 'react';
import { ageOf, HOUR_MS } from '#contract/age.ts';
import type { AnswerOf } from '#contract/endpoints.ts';
import type { Problem } from '#contract/result.ts';
import { type Refusal, refusalOf } from '#forms/refusal.ts';
import { dateOf, longDate, timeAgo, timeOfDay } from '#rules/dates.ts';
import { dotted } from '#rules/joined.ts';
import { problemText } from '#rules/problem-words.ts';
import { screens } from '#rules/screens.ts';
import { useServerList } from '#screens/use-server-list.ts';
import { deviceWord } from '#senses/this-device.ts';
import { usePasskeysHere, useSession } from '#session/hooks.ts';
import { Screen } from '#ui/base/screen.tsx';
import { Part } from '#ui/cards/part.tsx';
import { Button } from '#ui/controls/button.tsx';
import { useGoBack } from '#ui/hooks/go-back.ts';
import { Confirm } from '#ui/layers/confirm.tsx';
import { useToast } from '#ui/layers/toasts.tsx';
import { Columns } from '#ui/lists/columns.tsx';
import { InfoRow, Row, RowGroup } from '#ui/lists/rows.tsx';
import { useFailure } from '#ui/states/failure.tsx';
import { OfflineWarning } from '#ui/states/offline-warning.tsx';
import { FailedState, LoadingState } from '#ui/states/states.tsx';
import { EraseThere } from './erase-there.tsx';

type Listed = AnswerOf<'sessions'>[number];
/** One session, or all but this device's. */
type Which = Listed | 'others';
const NEEDED = 'Para ver y cerrar sesiones necesitas conexión.';

/** The customer's sessions, each with a button that ends it. */
export function SessionsScreen() {
  const goBack = useGoBack();
  const session = useSession();
  const toast = useToast();
  const failure = useFailure();
  const { list, load, idUsuario, online } = useServerList('sessions');
  const { here, canAdd } = usePasskeysHere();
  const [confirming, setConfirming] = useState<Which | null>(null);
  const [erasing, setErasing] = useState<Which | null>(null);
  const end = async (which: Which, erase: { borrar?: true; password?: string } = {}): Promise<Refusal | undefined> => {
    if (!idUsuario) return undefined;
    failure.clear();
    const named = which !== 'others' && { sesion: which.id };
    const ended = await session.call('endSessions', { idUsuario, ...named, ...erase });
    if (!ended.ok && ended.problem.code !== 'not-found') return refusalOf(ended.problem);
    setConfirming(null);
    setErasing(null);
    // A session that has ended meanwhile counts as ended; whether it erases was decided then.
    const closed = which === 'others' ? 'Cerramos tus otras sesiones' : 'Sesión cerrada';
    const erases = ended.ok && ended.value.borrar === true;
    if (!erase.borrar) toast({ text: closed });
    else if (erases) toast({ text: `${closed}. Lo guardado allí se borra en cuanto haya conexión` });
    else failure.fail(`${closed}, pero lo guardado allí no se puede borrar desde aquí`);
    void load();
    return undefined;
  };
  const endOnly = async (which: Which) => {
    const refused = await end(which);
    if (!refused) return;
    setConfirming(null);
    failure.fail(refused.text ?? Object.values(refused.fields ?? {}).join(' '));
    void load();
  };

  const sessions = list.state === 'here' ? list.rows : [];
  const others = sessions.filter(({ aqui }) => !aqui);
  return (
    <Screen title="Tus sesiones" onBack={goBack}>
      <OfflineWarning>{NEEDED}</OfflineWarning>
      <Columns>
        <Part id="sessions" title="Dónde está abierta tu cuenta" className="stack-3">
          {online && list.state === 'loading' && <LoadingState text="Buscando" />}
          {online && list.state === 'failed' && (
            <FailedState title={textOf(list.problem)} action={<Button onClick={load}>Reintentar</Button>} />
          )}
          {sessions.length > 0 && (
            <RowGroup>
              {sessions.map((one) => (
                <InfoRow
                  key={one.id}
                  icon="device"
                  tone={one.aqui ? 'ceiba' : 'neutral'}
                  title={nameOf(one)}
                  detail={history(one)}
                >
                  {!one.aqui && (
                    <Button
                      look="quiet"
                      size="small"
                      fit
                      disabled={!online}
                      why={NEEDED}
                      aria-label={`Cerrar la sesión de ${nameOf(one)}`}
                      onClick={() => setConfirming(one)}
                    >
                      Cerrar
                    </Button>
                  )}
                </InfoRow>
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
      {confirming && (
        <Confirm
          {...(confirming === 'others'
            ? { title: '¿Cerrar tus otras sesiones?', act: 'Cerrar mis otras sesiones' }
            : { title: `¿Cerrar la sesión de ${nameOf(confirming)}?`, act: 'Cerrar sesión' })}
          text="Si tiene conexión se cierra enseguida; si no, en cuanto la tenga. Para volver a entrar allí hará falta la contraseña, o tu huella o rostro si lo activaste. Lo que esté pendiente de enviar en ese dispositivo esperará hasta entonces."
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
          title={erasing === 'others' ? '¿Cerrar y borrar en los demás?' : `¿Cerrar y borrar en ${nameOf(erasing)}?`}
          onErase={(password) => end(erasing, { borrar: true, password })}
          onClose={() => setErasing(null)}
        />
      )}
    </Screen>
  );
}

const nameOf = ({ nombre }: Listed): string => nombre || 'Un navegador';

function history({ aqui, bloqueada, desde, visto }: Listed): string {
  const since = `Desde el ${longDate(dateOf(desde))} a las ${timeOfDay(new Date(desde))}`;
  return aqui
    ? dotted(`Este ${deviceWord()}`, since)
    : dotted(bloqueada && 'Bloqueada', since, `última vez ${lastUse(new Date(visto), new Date())}`);
}

/** The server notes a use once an hour, so minutes would promise too much. */
function lastUse(seen: Date, now: Date): string {
  const age = ageOf(seen.getTime(), now.getTime());
  return age !== null && age < HOUR_MS ? 'hace menos de 1 h' : timeAgo(seen, now);
}

/** A backend may not offer the list. */
const textOf = (problem: Problem): string =>
  problem.code === 'not-found' || problem.code === 'method-not-allowed'
    ? 'Tu aseguradora no ofrece esta lista'
    : problemText(problem);
