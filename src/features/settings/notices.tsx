import { type ReactNode, useEffect, useState } from 'react';
import type { AnswerOf } from '#contract/endpoints.ts';
import { type PushSubject, pushSubjects } from '#contract/push.ts';
import { ok, type Problem } from '#contract/result.ts';
import type { Push, PushStanding } from '#push/create-push.ts';
import { usePush, usePushStanding } from '#push/hooks.ts';
import { subjectWords } from '#push/words.ts';
import { problemText } from '#rules/problem-words.ts';
import { asked } from '#screens/asked.ts';
import { thisDevice } from '#senses/this-device.ts';
import { words as common } from '#ui/base/words.ts';
import { Card } from '#ui/cards/card.tsx';
import { Part } from '#ui/cards/part.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { untilCleanup } from '#ui/hooks/until-cleanup.ts';
import { useOnline } from '#ui/hooks/use-online.ts';
import { useFailure } from '#ui/states/failure.tsx';
import { LiveRegion } from '#ui/states/live-region.tsx';
import { FailedState } from '#ui/states/states.tsx';
import styles from './notices.module.css';

/** D21: whether this device gets notices, and about which subjects. Not drawn when the backend offers none. */
export function Notices() {
  const push = usePush();
  const standing = usePushStanding(push);
  const subjects = useSubjects(push);
  if (push === null || subjects.lacking) return null;
  const wanted = standing ? isWanted(standing) : isPermitted();
  return (
    <Part id="notices" title="Avisos">
      <Card className={styles.card ?? ''}>
        <OnThisDevice push={push} standing={standing} />
        {wanted && <Subjects {...subjects} />}
      </Card>
    </Part>
  );
}

const isWanted = (standing: PushStanding | undefined) => standing === 'on' || standing === 'pending';
/** Before the standing is read: where the browser permits none, no subjects will follow. */
const isPermitted = () => 'Notification' in window && window.Notification.permission === 'granted';

/** Each state's text: what is the case, and what the customer can do about it. */
const words: Record<PushStanding, string> = {
  no: 'Este navegador no puede recibir avisos.',
  install:
    'En un iPhone o iPad los avisos llegan a la app instalada: toca Compartir, elige «Agregar a inicio» y actívalos desde ahí.',
  denied: 'Están bloqueados en tu navegador. Permítelos en su configuración para este sitio y vuelve aquí.',
  off: 'Te decimos que hay novedades, nunca datos médicos, importes ni nombres.',
  declined: 'Te decimos que hay novedades, nunca datos médicos, importes ni nombres.',
  pending: 'Se activarán cuando vuelva la conexión.',
  on: 'Te decimos que hay novedades, nunca datos médicos, importes ni nombres.',
};
const closed: readonly PushStanding[] = ['no', 'install', 'denied'];

interface OnThisDeviceProps {
  push: Push | undefined;
  /** Undefined until it is read. */
  standing: PushStanding | undefined;
}

function OnThisDevice({ push, standing }: OnThisDeviceProps) {
  const failure = useFailure();
  // The switch shows the new state at once, because the browser's question and the server take time.
  const [turning, setTurning] = useState<boolean | null>(null);
  const change = async (on: boolean) => {
    if (!push) return;
    failure.clear();
    setTurning(on);
    const turned = await asked<unknown>(on ? push.turnOn() : push.turnOff().then(() => ok(null)));
    setTurning(null);
    if (!turned.ok) failure.fail(problemText(turned.problem));
  };
  return (
    <Switch
      icon="bell"
      checked={turning ?? isWanted(standing)}
      disabled={standing !== undefined && closed.includes(standing)}
      busy={!standing || turning !== null}
      onChange={(on) => void change(on)}
      detail={
        <>
          <span role="status">
            {turning === null ? words[standing ?? 'on'] : turning ? 'Activando...' : 'Desactivando...'}
          </span>
          {failure.note}
        </>
      }
    >
      Avisos en {thisDevice()}
    </Switch>
  );
}

type Temas = AnswerOf<'pushSettings'>['temas'];

interface SubjectsProps {
  /** Why the last change failed. */
  note: ReactNode;
  temas: Temas | null;
  /** Why they could not be loaded. */
  unloaded: string | null;
  asking: boolean;
  /** Those whose change is on its way. */
  changing: readonly PushSubject[];
  retry: () => void;
  choose: (subject: PushSubject, on: boolean) => Promise<void>;
}

function Subjects({ temas, unloaded, asking, changing, retry, choose, note }: SubjectsProps) {
  const online = useOnline();
  const failed = online && !temas && unloaded !== null;
  // Four switches that came later would push what stands below them from under the finger.
  const shown = temas ?? pushSubjects.map((tema) => ({ tema, activo: false }));
  return (
    <>
      <LiveRegion>
        {!online && <p className={styles.note}>Sin conexión no puedes cambiar de qué te avisamos.</p>}
        {online && !temas && !failed && <p className="visually-hidden">Cargando de qué te avisamos...</p>}
      </LiveRegion>
      {failed && (
        <FailedState
          title="No pudimos cargar de qué te avisamos"
          text={unloaded}
          action={
            // It stays while it asks again, so that it keeps the focus.
            <Button look="line" onClick={retry} loading={asking}>
              {common.retry}
            </Button>
          }
        />
      )}
      {online && !failed && (
        <fieldset className={styles.subjects}>
          <legend className={styles.legend}>Avísame de</legend>
          {shown.map(({ tema, activo }) => (
            <Switch
              key={tema}
              checked={activo}
              busy={!temas || changing.includes(tema)}
              onChange={(on) => void choose(tema, on)}
              detail={subjectWords[tema].detail}
            >
              {subjectWords[tema].title}
            </Switch>
          ))}
          {note}
        </fieldset>
      )}
    </>
  );
}

/** The customer's subjects, read again when the connection returns. A change shows at once, until the server answers it. */
function useSubjects(push: Push | null | undefined): SubjectsProps & { lacking: boolean } {
  const failure = useFailure();
  const online = useOnline();
  const [temas, setTemas] = useState<Temas | null>(null);
  const [unloaded, setUnloaded] = useState<Problem | null>(null);
  const [changing, setChanging] = useState<readonly PushSubject[]>([]);
  const [asking, setAsking] = useState(false);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is what makes it run again.
  useEffect(() => {
    if (!push || !online) return;
    return untilCleanup(async (isCurrent) => {
      setAsking(true);
      const found = await asked(push.settings());
      if (!isCurrent()) return;
      setAsking(false);
      if (found.ok) setTemas(found.value.temas);
      setUnloaded(found.ok ? null : found.problem);
    });
  }, [push, online, tries]);
  const show = (subject: PushSubject, on: boolean) =>
    setTemas((shown) => shown?.map((one) => (one.tema === subject ? { ...one, activo: on } : one)) ?? null);
  const choose = async (subject: PushSubject, on: boolean) => {
    if (!push) return;
    failure.clear();
    show(subject, on);
    setChanging((others) => [...others, subject]);
    const chosen = await asked(push.choose(subject, on));
    setChanging((all) => all.filter((one) => one !== subject));
    // The others of the answer may be older than what was chosen since.
    const isOn = chosen.ok ? chosen.value.temas.find(({ tema }) => tema === subject)?.activo : !on;
    show(subject, isOn ?? on);
    if (!chosen.ok) failure.fail(problemText(chosen.problem));
  };
  const lacking = unloaded?.code === 'not-found' || unloaded?.code === 'method-not-allowed';
  const retry = () => setTries(tries + 1);
  return {
    temas,
    unloaded: unloaded && problemText(unloaded),
    asking,
    changing,
    retry,
    choose,
    note: failure.note,
    lacking,
  };
}
