import { CSPProvider } from '@base-ui/react/csp-provider';
import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, type RefObject, useRef } from 'react';
import { useBackCloses } from './back-closes.ts';
import { IconButton } from './button.tsx';
import { useDragDown } from './drag-down.ts';
import styles from './drawer.module.css';
import { words } from './words.ts';

export interface LayerProps {
  open: boolean;
  /** Called by Back, Escape, the close button, a press outside, and pulling it down. */
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons at the lower edge, the main one first. */
  actions?: ReactNode;
  /** Opens at full height, for content whose height changes. */
  tall?: boolean;
  closeLabel?: string;
  /** The element that takes the focus first; by default the first control. */
  initialFocus?: RefObject<HTMLElement | null> | (() => HTMLElement | null | undefined);
}

/**
 * A panel from the lower edge, for choices and short questions on a phone. Base UI's dialog keeps the focus inside and the page
 * from scrolling. Pulling down is our own code, since Base UI's drawer closes at half its height and not at 100 px.
 */
export function Drawer({ open, onClose, ...content }: LayerProps) {
  useBackCloses(open, onClose);
  return (
    <CSPProvider disableStyleElements>
      <Base.Root open={open} onOpenChange={(next) => next || onClose()}>
        <Base.Portal>
          <Base.Backdrop className={styles.veil} />
          <Panel onClose={onClose} {...content} />
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  );
}

function Panel(props: Omit<LayerProps, 'open'>) {
  const { onClose, title, description, children, actions, tall, closeLabel, initialFocus } = props;
  const sheet = useRef<HTMLDivElement>(null);
  const grip = useRef<HTMLDivElement>(null);
  useDragDown(sheet, grip, onClose);
  return (
    <Base.Popup ref={sheet} className={styles.sheet} data-tall={tall || undefined} initialFocus={initialFocus}>
      <div ref={grip} className={styles.grip}>
        <span className={styles.bar} aria-hidden="true" />
        <div className={styles.head}>
          <Base.Title className={styles.title}>{title}</Base.Title>
          <IconButton icon="x" label={closeLabel ?? words.close} onClick={onClose} />
        </div>
      </div>
      <div className={styles.body}>
        {description && <Base.Description className={styles.description}>{description}</Base.Description>}
        {children}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </Base.Popup>
  );
}
