import { type ReactNode, useState } from 'react';
import { Dialog } from '#ui/layers/dialog.tsx';
import styles from './picture-view.module.css';
import { formWords } from './words.ts';

interface PictureViewProps {
  open: boolean;
  /** Pictures of one paper, below each other; one without an address is not ready yet. */
  pictures: readonly { name: string; address: string | undefined }[];
  onClose: () => void;
  title?: string;
  /** Buttons below the picture. */
  actions?: ReactNode;
}

/** Shows each compressed picture whole. A press shows it in its real size, to see whether it can be read. */
export function PictureView({ open, pictures, onClose, title, actions }: PictureViewProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title ?? formWords.zoomed} actions={actions}>
      {pictures.map(
        ({ name, address }) =>
          address && <ZoomablePicture key={name} name={name} address={address} alone={pictures.length === 1} />,
      )}
    </Dialog>
  );
}

/** A component of its own, so that each opening starts with the whole picture. */
function ZoomablePicture({ name, address, alone }: { name: string; address: string; alone: boolean }) {
  const [large, setLarge] = useState(false);
  return (
    <button
      type="button"
      className={styles.zoom}
      data-large={large || undefined}
      aria-pressed={large}
      aria-label={alone ? formWords.actualSize : `${formWords.actualSize}: ${name}`}
      onClick={() => setLarge(!large)}
    >
      <img className={styles.picture} src={address} alt={name} />
    </button>
  );
}
