import { useEffect, useEffectEvent, useState } from 'react';
import { cards, refunds } from '#mirror/collections.ts';
import { useMirror } from '#mirror/hooks.tsx';
import { useDrafts } from '#outbox/hooks.ts';
import { newRefundDraft, refundBegun } from '#requests/open-drafts.ts';
import { capital } from '#rules/joined.ts';
import { patientsFrom } from '#rules/people.ts';
import { thisDevice } from '#senses/this-device.ts';
import { PageHeader } from '#ui/base/page-header.tsx';
import { Button } from '#ui/controls/button.tsx';
import { useIsMounted } from '#ui/hooks/is-mounted.ts';
import { focusTitle } from '#ui/hooks/title-focus.ts';
import { NoteWithChoices } from '#ui/states/note-with-choices.tsx';
import { FailedState, LoadingState } from '#ui/states/states.tsx';
import styles from './new-refund.module.css';
import { type RefundForm, refundShape, repeatedForm } from './refund-draft.ts';
import { RefundGone } from './refund-gone.tsx';

interface RepeatRefundProps {
  policyId: string;
  refundId: string;
  onBack: () => void;
  /** Called when the draft is ready; `repeated` says that it was filled in from the earlier refund. */
  onReady: (repeated: boolean) => void;
}

/** Starts a request from an earlier refund. An existing draft is replaced only after the customer agrees. */
export function RepeatRefund({ policyId, refundId, onBack, onReady }: RepeatRefundProps) {
  const mirror = useMirror();
  const drafts = useDrafts();
  const [existing, setExisting] = useState<RefundForm | null>(null);
  const [failed, setFailed] = useState<'gone' | 'unread' | null>(null);
  const isMounted = useIsMounted();
  const draftId = newRefundDraft(policyId);

  const fillIn = async (form: RefundForm) => {
    await drafts.discard(draftId);
    drafts.save(draftId, refundShape.stored(form));
    await drafts.flush();
    // Who has gone back meanwhile stays there: the draft can be opened at any time.
    if (isMounted()) onReady(true);
  };
  const prepare = async () => {
    const [known, insured, draft] = await Promise.all([
      mirror.read(refunds, policyId),
      mirror.read(cards, policyId),
      drafts.peek(draftId),
    ]);
    if (!isMounted()) return;
    const refund = known.groups?.flatMap(({ rows }) => rows).find(({ id }) => id === refundId);
    // Not of a whole list: it may have given way on a full device.
    if (!refund) return setFailed(known.groups && !known.partial && known.since === null ? 'gone' : 'unread');
    const form = repeatedForm(refund, patientsFrom(insured.groups?.flatMap(({ rows }) => rows) ?? []));
    if (refundBegun(policyId, draft)) setExisting(form);
    else await fillIn(form);
  };
  /** The device may not be read, or not be written. While it works nothing can be pressed, so that nothing runs twice. */
  const attempt = (work: () => Promise<void>) => {
    setFailed(null);
    setExisting(null);
    work().catch((error: unknown) => {
      console.error('a refund could not be repeated', error);
      setFailed('unread');
    });
  };
  const again = async () => {
    await mirror.pull(refunds, policyId);
    await prepare();
  };
  const begin = useEffectEvent(() => attempt(prepare));
  useEffect(() => begin(), []);

  if (!existing && !failed) {
    return (
      <main className={styles.screen}>
        <LoadingState text="Preparando tu solicitud..." />
      </main>
    );
  }
  return (
    <main className={styles.screen}>
      <PageHeader title="Solicitar reembolso" titleRef={focusTitle} onBack={onBack} />
      {failed === 'gone' && <RefundGone policyId={policyId} />}
      {failed === 'unread' && (
        <FailedState
          title="No pudimos preparar tu solicitud"
          text={`${capital(thisDevice())} no pudo abrir el reembolso. Inténtalo de nuevo.`}
          action={<Button onClick={() => attempt(again)}>Reintentar</Button>}
        />
      )}
      {existing && (
        <NoteWithChoices
          choices={[
            { text: 'Seguir con la que empecé', onPress: () => onReady(false) },
            { text: 'Borrarla y repetir el reembolso', onPress: () => attempt(() => fillIn(existing)) },
          ]}
        >
          <b>Ya tenías una solicitud empezada.</b> Está en {thisDevice()} y aún no se ha enviado.
        </NoteWithChoices>
      )}
    </main>
  );
}
