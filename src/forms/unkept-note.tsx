import { Banner } from '#ui/banner.tsx';

/** Why what was typed or picked last is not on the device. */
export type Unkept = 'storage-full' | 'failed' | 'locked';

/** F36: said in the form as long as it is so. It is tried again all the while, and what is typed stays in the page's memory. */
export function UnkeptNote({ why }: { why: Unkept | null }) {
  if (why === null) return null;
  return (
    <Banner tone="alert" icon="alert">
      {words[why]}
    </Banner>
  );
}

const words: Record<Unkept, string> = {
  'storage-full':
    'No queda espacio en este dispositivo para guardar lo último que escribiste o adjuntaste. Sigue aquí mientras no cierres la app: libera espacio y lo guardaremos.',
  failed:
    'Este dispositivo no pudo guardar lo último que escribiste o adjuntaste. Sigue aquí mientras no cierres la app, y lo intentaremos otra vez.',
  locked: 'Tu sesión terminó: lo último que escribiste no se pudo guardar.',
};
