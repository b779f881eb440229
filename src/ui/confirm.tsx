import { Button } from './button.tsx';
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
  busy?: boolean;
  onAct: () => void;
  onClose: () => void;
}

/** Asks before something that cannot be undone. */
export function Confirm({ open = true, title, text, act, keep, quiet, busy = false, onAct, onClose }: ConfirmProps) {
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
          <Button look={quiet ? 'quiet' : 'line'} onClick={onClose}>
            {keep}
          </Button>
        </>
      }
    />
  );
}
