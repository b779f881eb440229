import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { useMirror } from '#mirror/hooks.tsx';
import type { Progress, Rest } from '#mirror/plan.ts';
import { useStoredParts } from '#screens/stored-parts.ts';
import { deviceWord } from '#senses/this-device.ts';
import type { IconName } from '#ui/base/icon.tsx';
import { useOnline } from '#ui/hooks/use-online.ts';
import { Banner } from '#ui/states/banner.tsx';
import { LiveRegion } from '#ui/states/live-region.tsx';
import { ProgressBar } from '#ui/states/step-bar.tsx';
import styles from './all-here.module.css';
import { noteTelling, toldSoFar } from './told.ts';

/**
 * Tells once that everything opens without a connection: every part of the customer's is here, and every file of the app (D70). It
 * stands from the beginning and says how far it is, because what arrives later would move what one is about to press (F50).
 */
export function AllHere({ owner }: { owner: string }) {
  const { bringing } = useMirror();
  const { progress } = bringing;
  const found = useSyncExternalStore(progress.subscribe, progress.now, () => null);
  const [telling, setTelling] = useState(() => toldSoFar('todo-aqui', owner));
  const told = telling === 'told';
  const [wasTold, setWasTold] = useState(told);
  const complete = found?.complete === true;
  const files = useStoredParts(!told && complete);
  const word = deviceWord();
  const online = useOnline();
  // What was shown last is drawn until it is known again, so that the words do not change at each start (F50).
  const isKnown = found !== null && (!complete || files !== null);
  const isAll = isKnown ? complete && files?.stored === files?.all : telling === 'seen' && willAnswer();
  // While it leaves it keeps its words.
  const all = told || isAll;
  useEffect(() => {
    if (!told && isKnown && all) noteTelling('todo-aqui', owner, 'seen');
  }, [told, isKnown, all, owner]);
  useLayoutEffect(() => {
    // Home may be shown again after an answer, here or in another tab.
    setWasTold(toldSoFar('todo-aqui', owner) === 'told');
  }, [owner]);
  if (wasTold) return null;
  const sendAway = () => {
    noteTelling('todo-aqui', owner, 'told');
    setTelling('told');
  };
  const rest = !online ? 'offline' : found && !complete ? found.rest : 'coming';
  const count = found && !complete ? countOf(found) : '';
  const { icon, title, text, brings } = words[rest];
  return (
    // It leaves as its sheet says, and at once in a browser that cannot. The last home is drawn without it.
    <div className={styles.strip} hidden={told} data-passing={told ? '' : undefined}>
      <LiveRegion>
        {all ? (
          <Banner icon="ok" onPress={sendAway} pressLabel="Entendido">
            <b>Todo en tu {word}</b> <br /> Tus datos se abren sin conexión.
          </Banner>
        ) : (
          <Banner
            icon={icon}
            {...(brings && { onPress: () => bringing.bringAll(), leads: true, pressLabel: 'Traer todo' })}
          >
            <b>{title(word, count)}</b> <br /> {text(count)}
          </Banner>
        )}
      </LiveRegion>
      {!all && rest === 'coming' && <Share of={found} />}
    </div>
  );
}

/** How far it is, as a line at the strip's foot: a number would change while one reads it. It never goes back. */
function Share({ of }: { of: Progress | null }) {
  const now = of && of.parts > 0 ? of.here / of.parts : 0;
  const [share, setShare] = useState(now);
  if (now > share) setShare(now);
  return (
    <div className={styles.share} data-passing>
      <ProgressBar percent={100 * Math.max(now, share)} />
    </div>
  );
}

/** Whether a worker serves this page, so that the number of its files becomes known. */
const willAnswer = (): boolean => Boolean(navigator.serviceWorker?.controller);

const countOf = ({ here, parts, recent }: Progress): string =>
  recent ? 'Los dos últimos años' : `${here} de ${parts} partes`;

interface Words {
  icon: IconName;
  /** @param count '7 de 11 partes' or 'Los dos últimos años'; '' while it is not known */
  title: (word: string, count: string) => string;
  text: (count: string) => string;
  /** Whether a press brings the rest. */
  brings?: true;
}

const here = (word: string, count: string): string =>
  count ? `${count} en tu ${word}` : `Falta traer algo a tu ${word}`;

const words: Record<Rest | 'offline', Words> = {
  coming: {
    icon: 'down',
    title: (word, count) => `Trayendo ${/^L/.test(count) ? 'los dos últimos años' : 'todo'} a tu ${word}`,
    // As short as what takes its place beside a cross, or the strip would grow by a line at its end (F50).
    text: () => 'Tus datos se abrirán sin conexión.',
  },
  offline: {
    icon: 'offline',
    title: (word) => `Falta traer algo a tu ${word}`,
    text: () => 'Seguirá cuando vuelva la conexión.',
  },
  spared: { icon: 'down', title: here, text: () => 'Ahorras datos: presiona para traer todo.', brings: true },
  full: { icon: 'alert', title: here, text: () => 'No hay espacio para más. Presiona para reintentar.', brings: true },
  later: { icon: 'clock', title: here, text: () => 'Lo demás no llegó. Lo intentaremos de nuevo.' },
};
