import { type ReactNode, useState } from 'react';
import { Dialog } from '#ui/layers/dialog.tsx';
import styles from './picture-view.module.css';
import { formWords } from './words.ts';

interface PictureViewProps {
  open: boolean;
  name: string;
  address: string;
  onClose: () => void;
  title?: string;
  /** Buttons below the picture. */
  actions?: ReactNode;
}

/** Shows the whole compressed picture. A press shows it in its real size, to see whether it can be read. */
export function PictureView({ open, name, address, onClose, title, actions }: PictureViewProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title ?? formWords.zoomed} actions={actions}>
      <ZoomablePicture name={name} address={address} />
    </Dialog>
  );
}

/** A component of its own, so that each opening starts with the whole picture. */
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
