import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { useBusy } from '../hooks/use-busy.ts';
import { LazyDialog } from './lazy-layer.tsx';

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
  /** Until it has ended, the button is busy and further presses do nothing. */
  onAct: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks before something that cannot be undone. */
export function Confirm(props: ConfirmProps) {
  const { open = true, title, text, act, keep, quiet, more, onAct, onClose } = props;
  const { busy, run } = useBusy(onAct);
  return (
    <LazyDialog
      open={open}
      onClose={onClose}
      title={title}
      description={text}
      actions={
        <>
          <Button look="danger" loading={busy} onClick={() => run()}>
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
