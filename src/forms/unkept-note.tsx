import { capital } from '#rules/joined.ts';
import { thisDevice } from '#senses/this-device.ts';
import { Banner } from '#ui/states/banner.tsx';
import { LiveRegion } from '#ui/states/live-region.tsx';

/** Why the last change is not on the device. */
export type Unkept = 'storage-full' | 'failed' | 'locked';

/** Says in the form why the draft is not on the device (F36). The write is retried meanwhile, and the page keeps the text. */
export function UnkeptNote({ why }: { why: Unkept | null }) {
  return (
    <LiveRegion>
      {why !== null && (
        <Banner tone="bad" icon="alert">
          {unkeptText[why]}
        </Banner>
      )}
    </LiveRegion>
  );
}

export const unkeptText: Record<Unkept, string> = {
  'storage-full': `No queda espacio en ${thisDevice()} para guardar lo último que escribiste o adjuntaste. Sigue aquí mientras no cierres la app: libera espacio y lo guardaremos.`,
  failed: `${capital(thisDevice())} no pudo guardar lo último que escribiste o adjuntaste. Sigue aquí mientras no cierres la app, y lo intentaremos otra vez.`,
  locked: 'Tu sesión terminó: lo último que escribiste no se pudo guardar.',
};
