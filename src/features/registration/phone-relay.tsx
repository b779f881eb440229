import { useEffect, useEffectEvent, useState } from 'react';
import type { FileAnswer } from '#forms/answers.ts';
import { type FileKind, fileProblem, MEGABYTE, safeFileName } from '#rules/files.ts';
import { problemText } from '#rules/problem-words.ts';
import { useSession } from '#session/hooks.ts';
import { openPhotoRelay, type RelayedPhoto } from '#session/photo-relay.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/layers/dialog.tsx';
import { useToast } from '#ui/layers/toasts.tsx';
import styles from './phone-relay.module.css';
import { relayWords as words } from './words.ts';

/** How often the desk asks the server for the photos. */
const POLL_EVERY_MS = 2000;

type Photos = Readonly<Record<string, FileAnswer>>;

interface PhoneRelayProps {
  /** The requested sides, by field name. */
  sides: readonly string[];
  onPhotos: (photos: Photos) => void;
}

/** Shown on a desk, which rarely has a good camera: the phone takes the photos and sends them here. */
export function PhoneRelay({ sides, onPhotos }: PhoneRelayProps) {
  const [open, setOpen] = useState(false);
  const [hasTouch] = useState(() => window.matchMedia('(pointer: coarse)').matches);
  const say = useToast();
  if (hasTouch) return null;
  const arrived = (photos: Photos) => {
    setOpen(false);
    say({ text: words.arrived });
    onPhotos(photos);
  };
  return (
    <>
      <Button look="line" size="small" fit icon="device" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {words.offer}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={words.title} description={words.text}>
        <RelayCode sides={sides} onPhotos={arrived} />
      </Dialog>
    </>
  );
}

interface Code {
  /** The address that the phone opens. The key stands after '#', a part that browsers do not send. */
  address: string;
  path: string;
  size: number;
}

/** The code while it is valid; then a button for a new one. */
function RelayCode({ sides, onPhotos }: PhoneRelayProps) {
  const session = useSession();
  const [turn, setTurn] = useState(0);
  const [code, setCode] = useState<Code | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const asked = sides.join('-');
  const arrived = useEffectEvent((came: RelayedPhoto[]) => {
    const photos = acceptable(came, sides);
    if (photos) onPhotos(photos);
    else setProblem(words.damaged);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn is another code.
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let current = true;
    setCode(null);
    setProblem(null);
    const begin = async () => {
      const [opened, { encode }] = await Promise.all([openPhotoRelay(session), import('uqr')]);
      if (!current) return;
      if (!opened.ok) return setProblem(problemText(opened.problem));
      const relay = opened.value;
      const address = `${window.location.origin}/#/registro/fotos/${asked}/${relay.code}`;
      const { data, size } = encode(address, { ecc: 'M', border: 2 });
      setCode({ address, path: pathOf(data), size });
      const look = async () => {
        const came = await relay.take();
        if (!current) return;
        if (came.ok && came.value) return arrived(came.value);
        if (!came.ok && came.problem.code === 'not-found') return setProblem(words.over);
        if (!came.ok && came.problem.code === 'damaged') return setProblem(words.damaged);
        // No answer came, but the photos may still be at the server, so ask again.
        timer = setTimeout(() => void look(), POLL_EVERY_MS);
      };
      timer = setTimeout(() => void look(), POLL_EVERY_MS);
    };
    void begin().catch(() => current && setProblem(problemText({ code: 'offline' })));
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [session, asked, turn]);

  return (
    <div className={styles.relay}>
      {code && !problem && (
        <svg className={styles.code} viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label={words.code}>
          <path className={styles.ground} d={`M0 0h${code.size}v${code.size}H0z`} />
          <path className={styles.dark} d={code.path} data-address={code.address} />
        </svg>
      )}
      <p role="status" className="soft">
        {problem ?? (code ? words.waiting : words.preparing)}
      </p>
      {problem && <Button onClick={() => setTurn(turn + 1)}>{words.another}</Button>}
    </div>
  );
}

function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows.map((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('');
}

const kinds: readonly FileKind[] = ['jpeg', 'png'];

/**
 * Checks relayed photos like picked ones, since anyone who saw the code could have sent them. Null unless every side is a
 * photo.
 */
function acceptable(came: readonly RelayedPhoto[], sides: readonly string[]): Photos | null {
  const photos: Record<string, FileAnswer> = {};
  for (const { side, name, type, bytes } of came) {
    const size = bytes.byteLength;
    const isGood = fileProblem({ name, type, size, bytes: new Uint8Array(bytes) }, 6 * MEGABYTE, kinds) === null;
    const kind = type === 'image/png' ? 'png' : 'jpeg';
    if (sides.includes(side) && isGood) photos[side] = { bytes, name: safeFileName(name, kind), type, size };
  }
  return sides.every((side) => photos[side]) ? photos : null;
}
