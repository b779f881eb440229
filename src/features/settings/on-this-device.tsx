import { useEffect, useState, useSyncExternalStore } from 'react';
import { useMirror, useProgress, useSavedDocuments } from '#mirror/hooks.tsx';
import type { Progress, Rest } from '#mirror/plan.ts';
import { useQueue } from '#outbox/hooks.ts';
import { type Sealed, sealedCount, whatIs } from '#requests/sealed-text.ts';
import { capital } from '#rules/joined.ts';
import { sizeText } from '#rules/numbers.ts';
import { screens } from '#rules/screens.ts';
import type { StoredParts } from '#screens/ask-stored.ts';
import { ALL_HERE, partsText, restWords, useStoredParts } from '#screens/stored-parts.ts';
import { useLocale } from '#screens/use-locale.ts';
import { thisDevice } from '#senses/this-device.ts';
import { useSealedQueue } from '#session/hooks.ts';
import { Part } from '#ui/cards/part.tsx';
import { untilCleanup } from '#ui/hooks/until-cleanup.ts';
import { useMinute } from '#ui/hooks/use-minute.ts';
import { useOnline } from '#ui/hooks/use-online.ts';
import { InfoRow, Row, RowGroup } from '#ui/lists/rows.tsx';
import { LiveRegion } from '#ui/states/live-region.tsx';

/** What lies on this device: what opens without a connection, what waits to be sent, and the storage it takes. */
export function OnThisDevice() {
  const [asked, setAsked] = useState(false);
  return (
    <Part id="device" title={capital(thisDevice())}>
      <RowGroup thin>
        <WithoutConnection onAsk={() => setAsked(true)} />
        <Waiting />
        <Storage />
      </RowGroup>
      <LiveRegion>{asked && <Brought />}</LiveRegion>
    </Part>
  );
}

/** Says that what was asked for is on its way, and when all of it is here. The row counts, which would be said at each part. */
function Brought() {
  // The row has asked for them.
  const isAll = isAllHere(useStoredParts(false), useProgress());
  const rest = useRest();
  return <span className="visually-hidden">{isAll ? ALL_HERE : rest && capital(restWords[rest])}</span>;
}

/** What opens without a connection. While parts are missing a press brings them, also where few bytes were to be spent. */
function WithoutConnection({ onAsk }: { onAsk: () => void }) {
  const { bringing } = useMirror();
  const rest = useRest();
  const stored = useStoredParts();
  const progress = useProgress();
  const online = useOnline();
  const now = useMinute();
  const title = 'Sin conexión';
  if (!stored || !progress) {
    // The worker answers soon, and a row that came then would move those below.
    const isAsked = Boolean(navigator.serviceWorker?.controller);
    return isAsked && <InfoRow icon="offline" title={title} detail="Viendo qué hay aquí…" />;
  }
  const detail = partsText(stored, progress, now, online ? rest : undefined);
  if (isAllHere(stored, progress)) return <InfoRow icon="ok" tone="ok" title={title} detail={detail} />;
  if (progress.complete || !online || rest === 'coming')
    return <InfoRow icon="offline" title={title} detail={detail} />;
  const ask = () => {
    onAsk();
    bringing.bringAll();
  };
  return <Row icon="offline" title={title} detail={detail} action="Traer todo" onClick={ask} />;
}

/** Whether every file of the app and every part of the customer's is here. */
const isAllHere = (stored: StoredParts | null, progress: Progress | null) =>
  stored !== null && stored.stored === stored.all && progress?.complete === true;

function useRest(): Rest | undefined {
  const { progress } = useMirror().bringing;
  return useSyncExternalStore(progress.subscribe, progress.now)?.rest;
}

/** What waits to be sent, and the way to what was. */
function Waiting() {
  const sealed = useSealedQueue();
  const waiting = useQueue().length + sealed.waiting;
  return (
    <Row
      icon="clock"
      tone={waiting + sealedCount(sealed) > 0 ? 'warn' : 'neutral'}
      title="Pendientes"
      detail={waitingText(waiting, sealed)}
      to={screens.pending}
    />
  );
}

function waitingText(waiting: number, sealed: Sealed): string {
  if (waiting === 0 && sealedCount(sealed) > 0) return `${whatIs(sealed)} por recuperar`;
  if (waiting === 0) return 'Todo enviado · Comprobantes';
  return waiting === 1 ? '1 solicitud por enviar' : `${waiting} solicitudes por enviar`;
}

/** '2,4 MB, de ellos 1,1 MB en documentos' */
function Storage() {
  const locale = useLocale();
  const used = useUsedStorage();
  const saved = (useSavedDocuments() ?? []).reduce((sum, { size }) => sum + size, 0);
  const documents = saved > 0 ? `${sizeText(saved, locale)} en documentos` : '';
  const ofThem = documents && `, de ellos ${documents}`;
  const untold = documents || 'Este navegador no lo dice';
  const detail = used === undefined ? 'Midiendo…' : used === null ? untold : `${sizeText(used, locale)}${ofThem}`;
  return <InfoRow icon="doc" title="Espacio usado" detail={detail} />;
}

/** Bytes this origin uses; undefined while it is measured, null where the browser does not tell. */
function useUsedStorage(): number | null | undefined {
  const [used, setUsed] = useState<number | null>();
  useEffect(
    () =>
      untilCleanup((isCurrent) => {
        const measured = navigator.storage?.estimate?.() ?? Promise.resolve({});
        const show = (estimate: StorageEstimate) => isCurrent() && setUsed(estimate.usage ?? null);
        measured.then(show, () => show({}));
      }),
    [],
  );
  return used;
}
