import { useEffectEvent } from 'react';
import type { Refusal } from '#forms/refusal.ts';
import type { EnqueueOptions } from '#outbox/enqueue.ts';
import { useDrafts, useOutbox } from '#outbox/hooks.ts';
import type { OutgoingFile } from '#outbox/ports.ts';
import { EMPTY_FILE } from '#rules/files.ts';
import { useSession } from '#session/hooks.ts';
import { useIsMounted } from '#ui/hooks/is-mounted.ts';
import type { Correcting } from './correct-request.tsx';
import type { RequestKind } from './request.ts';
import { unqueuedText } from './unqueued.ts';

/** A filled-in form: fields and files by wire name, and what the lists show of it. */
export interface FilledIn extends Pick<EnqueueOptions, 'label' | 'policy' | 'dependsOn'> {
  fields: Readonly<Record<string, string>>;
  files?: Record<string, OutgoingFile>;
}

interface HandingIn {
  /** Deleted in the transaction that queues the request. */
  draftId: string;
  /** Of a form with files. It begins anew then: a photo that is ready later must not be stored. */
  draft?: { beginAgain: () => void };
  /** The queued request that this one replaces. */
  correcting?: Pick<Correcting, 'key'> | undefined;
  /** Called while the form is still open. Customers who left it are not brought back: the request is in the queue. */
  onSent: (key: string) => void;
}

/** Hands in a form of any kind. Resolves when the request is on the device, or with the reasons why not; the form stays then. */
export function useHandIn(kind: RequestKind, { draftId, draft, correcting, onSent }: HandingIn) {
  const session = useSession();
  const outbox = useOutbox();
  const drafts = useDrafts();
  const isMounted = useIsMounted();
  // The form may be at another step by then.
  const sent = useEffectEvent((key: string) => {
    draft?.beginAgain();
    onSent(key);
  });
  const handIn = async ({ fields, files = {}, ...shown }: FilledIn): Promise<Refusal | undefined> => {
    const who = await session.customer();
    if (!who) return { text: unqueuedText(kind, 'signed-out') };
    const queued = await outbox.enqueue(kind.command, { ...fields, idUsuario: who.idUsuario }, files, {
      ...shown,
      draftId,
      ...(correcting && { replaces: correcting.key }),
    });
    if (queued.ok) {
      if (isMounted()) sent(queued.value.key);
      return undefined;
    }
    if (queued.code === 'invalid') return { fields: queued.fields };
    if (queued.code === 'empty-file') return { fields: { [queued.field]: EMPTY_FILE } };
    return { text: unqueuedText(kind, queued.code) };
  };
  return (filled: FilledIn) => drafts.whileHandedIn(draftId, handIn(filled));
}
