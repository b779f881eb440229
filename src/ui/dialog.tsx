import { CSPProvider } from '@base-ui/react/csp-provider';
import { Dialog as Base } from '@base-ui/react/dialog';
import { useLayoutEffect, useState } from 'react';
import { useBackCloses } from './back-closes.ts';
import { IconButton } from './button.tsx';
import styles from './dialog.module.css';
import { Drawer, type LayerProps } from './drawer.tsx';
import { useNarrow } from './narrow.ts';
import { ignoreSecondPress } from './second-press.ts';
import { words } from './words.ts';

/** A question that needs an answer: centred on a wide screen, from the lower edge on a phone. */
export function Dialog(props: LayerProps) {
  const { open } = props;
  // The second press of the double press that opened it must neither answer nor close it.
  useLayoutEffect(() => (open ? ignoreSecondPress() : undefined), [open]);
  const narrow = useNarrow();
  // The layout stays the same while it is open: after a change of width, another layer would lose typed text.
  const [fromBelow, setFromBelow] = useState(narrow);
  if (!open && fromBelow !== narrow) setFromBelow(narrow);
  return fromBelow ? <Drawer {...props} /> : <Centred {...props} />;
}

function Centred({ open, onClose, title, description, children, actions, closeLabel, initialFocus }: LayerProps) {
  useBackCloses(open, onClose);
  return (
    <CSPProvider disableStyleElements>
      <Base.Root open={open} onOpenChange={(next) => next || onClose()}>
        <Base.Portal>
          <Base.Backdrop className={styles.veil} />
          <Base.Popup className={styles.popup} initialFocus={initialFocus}>
            <div className={styles.head}>
              <Base.Title className={styles.title}>{title}</Base.Title>
              <IconButton icon="x" label={closeLabel ?? words.close} onClick={onClose} />
            </div>
            <div className={styles.body}>
              {description && <Base.Description className={styles.description}>{description}</Base.Description>}
              {children}
            </div>
            {actions && <div className={styles.actions}>{actions}</div>}
          </Base.Popup>
        </Base.Portal>
      </Base.Root>
    </CSPProvider>
  );
}
