import { useEffect, useEffectEvent, useState } from 'react';
import { RELAY_LIFE_MS } from '#contract/relay.ts';
import type { FileAnswer } from '#forms/answers.ts';
import { type FileKind, fileProblem, MEGABYTE, safeFileName } from '#rules/files.ts';
import { problemText } from '#rules/problem-words.ts';
import { useSession } from '#session/hooks.ts';
import { openPhotoRelay, type Relay, type RelayedPhoto } from '#session/photo-relay.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/layers/dialog.tsx';
import { useToast } from '#ui/layers/toasts.tsx';
import styles from './phone-relay.module.css';
import { relayWords as words } from './words.ts';

/** How often the desk asks the server for the photos. */
const POLL_EVERY_MS = 2000;

type Photos = Readonly<Record<string, FileAnswer>>;

interface PhoneRelayProps {
  /** The document's type. Two of them may have the same sides. */
  document: string;
  /** The requested sides, by field name. */
  sides: readonly string[];
  /** Called whenever the customer asks for the phone's photos. */
  onShow: () => void;
  /** Photos may arrive after the dialog was closed, and after the step was left. */
  onPhotos: (photos: Photos) => void;
}

/** Shown on a desk, which rarely has a good camera: the phone takes the photos and sends them here. */
export function PhoneRelay({ document, sides, onShow, onPhotos }: PhoneRelayProps) {
  const [open, setOpen] = useState(false);
  const [hasTouch] = useState(() => window.matchMedia('(pointer: coarse)').matches);
  const say = useToast();
  const { code, begin, resume } = useRelay(open, document, sides, (photos) => {
    setOpen(false);
    say({ text: words.arrived });
    onPhotos(photos);
  });
  if (hasTouch) return null;
  const show = () => {
    onShow();
    resume();
    setOpen(true);
  };
  return (
    <>
      <Button look="line" size="small" fit icon="device" aria-haspopup="dialog" onClick={show}>
        {words.offer}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={words.title} description={words.text}>
        <RelayCode code={code} onAnother={begin} />
      </Dialog>
    </>
  );
}

/** What became of a relay. */
type Stands = 'goes on' | 'taken' | 'over';

/** A code: on its way, then drawn, then over because of a problem. */
interface Code {
  /** The document and the sides that it asks for. */
  asked: string;
  /** When it is over at the latest, by the clock of this device; 0 once there is a problem. */
  until: number;
  drawn?: {
    relay: Relay;
    /** Shared by all looks at the relay: one from an earlier opening of the dialog may still be on its way. */
    fate: { stands: Stands };
    /** The address that the phone opens. The key stands after '#', a part that browsers do not send. */
    address: string;
    path: string;
    size: number;
  };
  problem?: string;
}

/** The code outlives the dialog: the phone may have it, and its photos may be on their way. */
function useRelay(open: boolean, document: string, sides: readonly string[], onPhotos: PhoneRelayProps['onPhotos']) {
  const session = useSession();
  const [code, setCode] = useState<Code | null>(null);
  const asked = [document, ...sides].join('-');
  const replace = (old: Code, next: Code | null) => setCode((now) => (now === old ? next : now));
  const end = (old: Code, problem: string) => replace(old, { asked, until: 0, problem });

  const begin = async () => {
    const coming: Code = { asked, until: Date.now() + RELAY_LIFE_MS };
    setCode(coming);
    try {
      const opening = openPhotoRelay(session).then((opened) => {
        // Told at once: what draws the code may still be on its way.
        if (!opened.ok) end(coming, problemText(opened.problem));
        return opened;
      });
      const [opened, { encode }] = await Promise.all([opening, import('uqr')]);
      if (!opened.ok) return;
      const relay = opened.value;
      const address = `${window.location.origin}/#/registro/fotos/${sides.join('-')}/${relay.code}`;
      const { data, size } = encode(address, { ecc: 'M', border: 2 });
      replace(coming, { ...coming, drawn: { relay, fate: { stands: 'goes on' }, address, path: pathOf(data), size } });
    } catch {
      end(coming, problemText({ code: 'offline' }));
    }
  };
  /** Takes in an answer. Returns what became of the relay. */
  const hear = useEffectEvent((from: Code, came: Awaited<ReturnType<Relay['take']>>): Stands => {
    const failed = came.ok ? null : came.problem.code;
    // No answer came, but the photos may still be at the server.
    if (came.ok ? !came.value : failed !== 'not-found' && failed !== 'damaged') return 'goes on';
    // Photos of a document that was changed since are of no use.
    const photos = came.ok && came.value && from.asked === asked ? acceptable(came.value, sides) : null;
    if (photos) {
      replace(from, null);
      onPhotos(photos);
    } else end(from, failed === 'not-found' ? words.over : words.damaged);
    return photos ? 'taken' : 'over';
  });
  useEffect(() => {
    const drawn = code?.drawn;
    if (!open || !drawn) return;
    const { relay, fate } = drawn;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isClosed = false;
    const look = async () => {
      const came = await relay.take();
      // Two looks may be under way. Both may bring the photos, or one of them hears first that they are gone.
      if (fate.stands !== 'taken') fate.stands = hear(code, came);
      if (fate.stands === 'goes on' && !isClosed) timer = setTimeout(() => void look(), POLL_EVERY_MS);
    };
    void look();
    return () => {
      clearTimeout(timer);
      isClosed = true;
      // The phone may have sent them since the last look.
      if (fate.stands === 'goes on') void look();
    };
  }, [open, code]);
  return {
    code,
    begin,
    resume() {
      const isGood = code?.asked === asked && Date.now() < code.until;
      if (!isGood) void begin();
    },
  };
}

/** The code while it is valid; then a button for a new one. */
function RelayCode({ code, onAnother }: { code: Code | null; onAnother: () => void }) {
  const { drawn, problem } = code ?? {};
  return (
    <div className={styles.relay}>
      {drawn && (
        <svg className={styles.code} viewBox={`0 0 ${drawn.size} ${drawn.size}`} role="img" aria-label={words.code}>
          <path className={styles.ground} d={`M0 0h${drawn.size}v${drawn.size}H0z`} />
          <path className={styles.dark} d={drawn.path} data-address={drawn.address} />
        </svg>
      )}
      <p role="status" className="soft">
        {problem ?? (drawn ? words.waiting : words.preparing)}
      </p>
      {problem && <Button onClick={onAnother}>{words.another}</Button>}
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
