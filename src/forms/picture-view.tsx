import { type ReactNode, useState } from 'react';
import { Dialog } from '#ui/dialog.tsx';
import styles from './picture-view.module.css';
import { formWords } from './words.ts';

interface PictureViewProps {
  open: boolean;
  name: string;
  address: string;
  onClose: () => void;
  title?: string;
  /** What can be done with it: buttons. */
  actions?: ReactNode;
}

/** The compressed picture, whole; pressed, at its own size, to see whether it can be read. */
export function PictureView({ open, name, address, onClose, title, actions }: PictureViewProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title ?? formWords.zoomed} actions={actions}>
      <ZoomablePicture name={name} address={address} />
    </Dialog>
  );
}

/** Begins whole each time it is opened. */
function ZoomablePicture({ name, address }: { name: string; address: string }) {
  const [large, setLarge] = useState(false);
  return (
    <button
      type="button"
      className={styles.zoom}
      data-large={large || undefined}
      aria-pressed={large}
      aria-label={formWords.actualSize}
      onClick={() => setLarge(!large)}
    >
      <img className={styles.picture} src={address} alt={name} />
    </button>
  );
}
