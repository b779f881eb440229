import { Dialog } from '#ui/dialog.tsx';
import styles from './file-field.module.css';
import { formWords } from './words.ts';

/** The compressed picture at its full size, to see whether it can be read. */
export function PictureView({
  open,
  name,
  address,
  onClose,
}: {
  open: boolean;
  name: string;
  address: string;
  onClose: () => void;
}) {
  return (
    <Dialog open={open} onClose={onClose} title={formWords.zoomed}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a large picture is scrolled by keyboard only if it takes the focus. */}
      <div className={styles.zoom} tabIndex={0}>
        <img className={styles.picture} src={address} alt={name} />
      </div>
    </Dialog>
  );
}
