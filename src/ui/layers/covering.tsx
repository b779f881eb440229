import { CSPProvider } from '@base-ui/react/csp-provider';
import { Dialog as Base } from '@base-ui/react/dialog';
import type { ReactNode } from 'react';
import styles from './covering.module.css';
import { useBackCloses } from './use-back-closes.ts';

interface CoveringProps {
  /** Its name for screen readers. */
  label: string;
  className: string | undefined;
  onClose: () => void;
  children: ReactNode;
}

/**
 * A layer that fills the window, for what is shown to somebody else. It is no `<dialog>` of the browser's: that lies above
 * everything, also above the warning that the session ends.
 */
export function Covering({ label, className, onClose, children }: CoveringProps) {
  useBackCloses(true, onClose);
  return (
    <CSPProvider disableStyleElements>
      <Base.Root open onOpenChange={(next) => next || onClose()}>
        <Base.Portal>
          <Base.Popup className={`${styles.covering} ${className}`} aria-label={label}>
            {children}
          </Base.Popup>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  );
}
