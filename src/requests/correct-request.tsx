import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useDrafts, useOutbox } from '#outbox/hooks.ts';
import type { EditableItem, Withdrawal } from '#outbox/withdraw.ts';
import { Button } from '#ui/controls/button.tsx';
import { ScreenButton } from '#ui/controls/screen-link.tsx';
import { useIsMounted } from '#ui/hooks/is-mounted.ts';
import { FailedState, LoadingState } from '#ui/states/states.tsx';
import { Unloaded } from '#ui/states/unloaded.tsx';
import { withdrawalText } from './queue-words.ts';
import { type RequestKind, thisOne } from './request.ts';

/** The queued request that a form corrects, and its key. */
export interface Correcting {
  key: string;
  item: EditableItem;
}

interface CorrectRequestProps {
  kind: RequestKind;
  queuedKey: string;
  policyId?: string;
  /** Called when the server already has the request: it can no longer be corrected and has a receipt. */
  onSent: (key: string) => void;
  /** Wraps the loading and failure texts, which stand in place of the form. */
  frame?: (shown: ReactNode) => ReactNode;
  /** Renders the form for the request and the draft of its correction. */
  children: (correcting: Correcting, draftId: string) => ReactNode;
}

/**
 * Opens a queued request in its form, files included. It stays in the queue, held back, until it is handed in again (F9, F29).
 */
export function CorrectRequest(props: CorrectRequestProps) {
  const { kind, queuedKey, policyId = '', onSent, frame = (shown) => shown, children } = props;
  const outbox = useOutbox();
  const drafts = useDrafts();
  const isMounted = useIsMounted();
  const [opened, setOpened] = useState<Opened | null>(null);
  const draftId = kind.draft(queuedKey);
  const open = useEffectEvent(async () => {
    setOpened(null);
    const item = await outbox.beginEdit(queuedKey).catch(notOpened);
    if (!isMounted()) return;
    if (!item.ok && item.code === 'sent') {
      void drafts.discard(draftId);
      return onSent(queuedKey);
    }
    setOpened(item);
  });
  useEffect(() => void open(), []);

  if (!opened) return frame(<LoadingState text={`Abriendo tu ${kind.noun.text}...`} />);
  if (opened.ok) return children({ key: queuedKey, item: opened.value }, draftId);
  const title = `Ahora no puedes corregir ${thisOne(kind)}`;
  const text = withdrawalText(opened, kind.noun);
  const action = <ScreenButton to={kind.history.to(policyId)}>{kind.history.label}</ScreenButton>;
  // Only the server can say whether it has the request, so it opens by itself once the connection is back (D70).
  if (opened.code === 'unreachable') {
    return frame(<Unloaded title={title} text={text} offline={{ title, text: UNCHECKED, action }} onRetry={open} />);
  }
  const final = opened.code === 'gone' || opened.code === 'unreadable';
  const retry = <Button onClick={() => void open()}>Reintentar</Button>;
  return frame(<FailedState title={title} text={text} action={final ? action : retry} />);
}

const UNCHECKED = 'Puede que ya la hayamos recibido. Se abrirá cuando vuelva la conexión y podamos comprobarlo.';

type Opened = Withdrawal<EditableItem> | ReturnType<typeof notOpened>;

/** The device could not be read. The screen says so and offers another try. */
function notOpened(error: unknown) {
  console.error('a queued request could not be opened', error);
  return { ok: false, code: 'failed' } as const;
}
