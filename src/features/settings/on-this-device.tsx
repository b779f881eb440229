import { type ReactNode, useEffect, useState } from 'react';
import { useMirror, useProgress, useSavedDocuments } from '#mirror/hooks.tsx';
import { sizeText } from '#rules/files.ts';
import { partsText, useStoredParts } from '#screens/stored-parts.ts';
import { useLocale } from '#screens/use-locale.ts';
import { thisDevice } from '#senses/this-device.ts';
import { Part } from '#ui/cards/part.tsx';
import { untilCleanup } from '#ui/hooks/until-cleanup.ts';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useMinute } from '#ui/hooks/use-minute.ts';
import { useOnline } from '#ui/hooks/use-online.ts';
import { useToast } from '#ui/layers/toasts.tsx';
import { InfoRow, Row, RowGroup } from '#ui/lists/rows.tsx';
import { useFailure } from '#ui/states/failure.tsx';
import { version } from '../../../package.json';
import { lookForUpdate } from './look-for-update.ts';
import styles from './on-this-device.module.css';

/** Storage used, offline readiness, the app's version and the search for a newer one, below the rows given. */
export function OnThisDevice({ children }: { children: ReactNode }) {
  const locale = useLocale();
  const used = useUsedStorage();
  const saved = (useSavedDocuments() ?? []).reduce((sum, { size }) => sum + size, 0);
  return (
    <Part id="device" title={`En ${thisDevice()}`}>
      <RowGroup>
        {children}
        <InfoRow
          icon="device"
          title="Espacio usado"
          detail={
            <>
              {used === null ? 'Este navegador no lo dice' : used === undefined ? 'Midiendo…' : sizeText(used, locale)}
              {saved > 0 && <span className={styles.more}>{sizeText(saved, locale)} en documentos guardados</span>}
            </>
          }
        />
        <WithoutConnection />
        <Version />
      </RowGroup>
    </Part>
  );
}

/** What opens without a connection. While parts are missing a press brings them, also where few bytes were to be spent. */
function WithoutConnection() {
  const { bringing } = useMirror();
  const stored = useStoredParts();
  const progress = useProgress();
  const online = useOnline();
  const now = useMinute();
  if (!stored || !progress) return null;
  const row = { icon: 'offline', title: 'Sin conexión', detail: partsText(stored, progress, now) } as const;
  if (progress.complete || !online) return <InfoRow {...row} />;
  return <Row {...row} action="Traer todo" onClick={() => bringing.bringAll()} />;
}

/** The version; a press looks for a newer one. */
function Version() {
  const toast = useToast();
  const failure = useFailure();
  const { busy, run } = useBusy(async () => {
    failure.clear();
    const found = await lookForUpdate();
    if (found === 'failed') failure.fail(words.failed);
    else toast({ text: words[found], duration: 5000 });
  });
  return (
    <Row
      icon="refresh"
      title={`Versión ${version}`}
      detail={busy ? 'Buscando...' : failure.note || 'Buscar actualizaciones'}
      onClick={() => busy || run()}
    />
  );
}

const words = {
  found: 'Hay una versión nueva. Toca el aviso de arriba para actualizar',
  current: 'Ya tienes la última versión',
  failed: 'No pudimos buscar actualizaciones. Revisa tu conexión e inténtalo de nuevo',
} as const;

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
