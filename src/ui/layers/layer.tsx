import { CSPProvider } from '@base-ui/react/csp-provider';
import { Dialog as Base } from '@base-ui/react/dialog';
import { type ReactNode, type RefObject, useRef } from 'react';
import { words } from '../base/words.ts';
import { IconButton } from '../controls/button.tsx';
import { useDragDown } from './drag-down.ts';
import styles from './layer.module.css';
import { useBackCloses } from './use-back-closes.ts';

export interface LayerProps {
  open: boolean;
  /** The address says whether it is open, and has an entry for it. Back then closes it by itself. */
  inHistory?: boolean | undefined;
  /** Called by Back, Escape, the close button, a press outside, and pulling a drawer down. */
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons at the lower edge, the main one first. */
  actions?: ReactNode;
  /** A drawer at full height, for content whose height changes. */
  tall?: boolean;
  /** The element that takes the focus first; by default the first control. */
  initialFocus?: RefObject<HTMLElement | null> | (() => HTMLElement | null | undefined);
}

/** A drawer comes from the lower edge of a phone, a dialog to the middle of a wide screen. */
type Shape = 'drawer' | 'dialog';

/**
 * A panel over the page, for choices and short questions. Base UI's dialog keeps the focus inside and the page from scrolling.
 * Pulling down is our own code, since Base UI's drawer closes at half its height and not at 100 px.
 */
export function Layer({ open, inHistory = false, onClose, shape, ...content }: LayerProps & { shape: Shape }) {
  useBackCloses(open, onClose, inHistory);
  return (
    <CSPProvider disableStyleElements>
      <Base.Root open={open} onOpenChange={(next) => next || onClose()}>
        <Base.Portal>
          <Base.Backdrop className={styles.veil} data-shape={shape} />
          <Panel onClose={onClose} shape={shape} {...content} />
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  );
}

function Panel(props: Omit<LayerProps, 'open' | 'inHistory'> & { shape: Shape }) {
  const { onClose, shape, title, description, children, actions, tall, initialFocus } = props;
  const panel = useRef<HTMLDivElement>(null);
  const grip = useRef<HTMLDivElement>(null);
  useDragDown(panel, grip, onClose, shape === 'drawer');
  return (
    <Base.Popup
      ref={panel}
      className={styles.panel}
      data-shape={shape}
      data-tall={tall || undefined}
      initialFocus={initialFocus}
    >
      <div ref={grip} className={styles.grip}>
        {shape === 'drawer' && <span className={styles.bar} aria-hidden="true" />}
        <div className={styles.head}>
          <Base.Title className="layer-title">{title}</Base.Title>
          <IconButton icon="x" label={words.close} onClick={onClose} />
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
