import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { LazyDialog } from './lazy-dialog.tsx';

interface ConfirmProps {
  open?: boolean;
  title: string;
  text: string;
  /** What is about to be done: 'Quitar'. */
  act: string;
  /** What is done instead: 'Conservar'. */
  keep: string;
  /** Whether the second button is a minor one. */
  quiet?: boolean;
  /** Another way to do it, as a button between the two. */
  more?: ReactNode;
  busy?: boolean;
  onAct: () => void;
  onClose: () => void;
}

/** Asks before something that cannot be undone. */
export function Confirm(props: ConfirmProps) {
  const { open = true, title, text, act, keep, quiet, more, busy = false, onAct, onClose } = props;
  return (
    <LazyDialog
      open={open}
      onClose={onClose}
      title={title}
      description={text}
      actions={
        <>
          <Button look="danger" loading={busy} onClick={onAct}>
            {act}
          </Button>
          {more}
          <Button look={quiet ? 'quiet' : 'line'} onClick={onClose}>
            {keep}
          </Button>
        </>
      }
    />
  );
}
