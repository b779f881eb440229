import { Updated } from '#screens/updated.tsx';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useToast } from '#ui/layers/toasts.tsx';
import { useFailure } from '#ui/states/failure.tsx';
import { version } from '../../../package.json';
import { lookForUpdate } from './look-for-update.ts';

/** The version, and the search for a newer one. */
export function Version() {
  const toast = useToast();
  const failure = useFailure();
  const { busy, run } = useBusy(async () => {
    failure.clear();
    const found = await lookForUpdate();
    if (found === 'failed') failure.fail(words.failed);
    else toast({ text: words[found], duration: 5000 });
  });
  return (
    <div>
      <Updated
        text={`Versión ${version}`}
        action={busy ? 'Buscando...' : 'Buscar nueva'}
        onRefresh={run}
        refreshing={busy}
      />
      {failure.note}
    </div>
  );
}

const words = {
  found: 'Hay una versión nueva. Presiona el aviso para actualizar',
  coming: 'Está llegando una versión nueva; te la ofrecemos cuando esté aquí',
  outside: 'Hay una versión nueva. Vuelve a cargar la página para usarla',
  current: 'Ya tienes la última versión',
  failed: 'No pudimos buscar actualizaciones. Revisa tu conexión e inténtalo de nuevo',
} as const;
