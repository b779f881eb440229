import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Refund } from '#contract/refunds.ts';
import { refunds as refundsCollection } from '#mirror/collections.ts';
import { useMirror, useMirrored } from '#mirror/hooks.tsx';
import { documentDraft } from '#outbox/commands.ts';
import { useStanding } from '#outbox/hooks.ts';
import { screens } from '#rules/screens.ts';
import { useFailureText, ViewState } from '#screens/mirrored-screen.tsx';
import { usePolicyTitle } from '#screens/use-policy-title.ts';
import { thisDevice } from '#senses/this-device.ts';
import { Screen } from '#ui/base/screen.tsx';
import { Button } from '#ui/controls/button.tsx';
import { ScreenButton } from '#ui/controls/screen-link.tsx';
import { useGoBack } from '#ui/hooks/go-back.ts';
import { untilCleanup } from '#ui/hooks/until-cleanup.ts';
import { useLastKnown } from '#ui/hooks/use-last-known.ts';
import { useOnline } from '#ui/hooks/use-online.ts';
import { useScreenLocation } from '#ui/hooks/use-screen-location.ts';
import { FailedState, LoadingState, OfflineNote } from '#ui/states/states.tsx';
import { type DetailOf, detailIn } from './navigation.ts';
import { QueuedDetail } from './queued-detail.tsx';
import { RefundGone } from './refund-gone.tsx';
import { SentDetail } from './sent-detail.tsx';

const NOT_FETCHED = 'Ha ocurrido un error recuperando los reembolsos';

/** H2.6: one refund. The history's state names it by ids (D44). Without them the screen goes to home. */
export function RefundDetailScreen() {
  const of = detailIn(useScreenLocation('/app/reembolsos/detalles').state);
  const navigate = useNavigate();
  const goBack = useGoBack();
  const leave = useEffectEvent(() => void navigate({ to: '/app', replace: true }));
  const about = usePolicyTitle(of?.policyId ?? '');
  const named = of !== null;
  useEffect(() => {
    if (!named) leave();
  }, [named]);

  if (!of) return null;
  return (
    <Screen title="Detalle del reembolso" onBack={goBack} about={about} wide>
      <RefundDetail of={of} />
    </Screen>
  );
}

interface Closing {
  /** Beside the list it closes the refund. A screen of its own has Back. */
  onClose?: (() => void) | undefined;
}

/** One refund in full, on a screen of its own or beside the list. */
export function RefundDetail({ of, onClose }: { of: DetailOf } & Closing) {
  if ('key' in of) return <Queued queuedKey={of.key} policyId={of.policyId} onClose={onClose} />;
  return <Sent of={of} onClose={onClose} />;
}

/** A queued refund. Once it has its receipt, the mirrored refund is shown instead. */
function Queued({ queuedKey, policyId, onClose }: { queuedKey: string; policyId: string } & Closing) {
  const { receipt, item, gone, last } = useStanding(queuedKey);
  const close = useEffectEvent(() => onClose?.());
  // Who discarded or corrected it there knows what became of it.
  useEffect(() => {
    if (gone) close();
  }, [gone]);
  const [isAdding, setAdding] = useState(false);
  // A camera may be open for its document: what it brings comes to the very field that asked for it.
  const shown = item ?? (receipt && isAdding ? last : undefined);
  if (shown) {
    return (
      <QueuedDetail
        key={shown.key}
        item={shown}
        policyId={shown.policy ?? policyId}
        isSent={!item}
        onAdding={setAdding}
      />
    );
  }
  if (receipt) {
    return (
      <Sent
        of={{ policyId: receipt.policy ?? policyId }}
        caseNumber={receipt.recibo.numero}
        draftId={documentDraft(queuedKey)}
        onClose={onClose}
      />
    );
  }
  if (gone) return onClose ? null : <RefundGone policyId={policyId} />;
  return <LoadingState text="Cargando tu reembolso..." shape="case" />;
}

interface SentProps extends Closing {
  of: { policyId: string; refundId?: string } | DetailOf;
  caseNumber?: string;
  draftId?: string;
}

function Sent({ of, caseNumber, draftId, onClose }: SentProps) {
  const view = useMirrored(refundsCollection, of.policyId);
  const online = useOnline();
  const text = useFailureText(view.problem);
  const wanted = 'refundId' in of ? of.refundId : undefined;
  const groups = useLastKnown(view.groups);
  const rows = groups?.flatMap((group) => group.rows) ?? [];
  const isIt = ({ id, CaseNumber }: Refund) => (wanted === undefined ? CaseNumber === caseNumber : id === wanted);
  const refund = rows.find(isIt);
  // It may be of the years that have not come yet.
  const isMissing = view.groups !== null && view.since === null && !refund;
  const missing = useWhetherGone(of.policyId, isMissing, isIt);
  if (refund) {
    return (
      <SentDetail key={refund.id} refund={refund} policyId={of.policyId} {...(draftId !== undefined && { draftId })} />
    );
  }
  if (view.loading || view.refreshing) return <LoadingState text="Cargando tu reembolso..." shape="case" />;
  if (isMissing && missing.whether === 'gone') return <RefundGone policyId={of.policyId} onClose={onClose} />;
  if (isMissing && missing.whether === 'looking') return <LoadingState text="Cargando tu reembolso..." shape="case" />;
  if (view.problem === 'unauthorised' || view.problem === 'outdated') {
    return (
      <ViewState
        view={view}
        loading="Cargando tu reembolso..."
        empty={{ title: NOT_FETCHED }}
        failed={{ title: NOT_FETCHED }}
      >
        {null}
      </ViewState>
    );
  }
  if (!online) {
    return (
      <OfflineNote
        title={`Este reembolso no está en ${thisDevice()}`}
        text="Conéctate para verlo aquí."
        action={
          <ScreenButton look="line" to={screens.home}>
            Volver al inicio
          </ScreenButton>
        }
      />
    );
  }
  return (
    <FailedState
      title={NOT_FETCHED}
      text={text}
      action={
        <Button icon="refresh" onClick={() => (isMissing ? missing.again() : void view.refresh())}>
          Reintentar
        </Button>
      }
    />
  );
}

/**
 * The view may be older than the refund's receipt, or hold one year of many. A refund is gone only when the whole mirror
 * lacks it, before and after a pull that succeeded.
 */
function useWhetherGone(policyId: string, missing: boolean, isIt: (refund: Refund) => boolean) {
  const mirror = useMirror();
  const online = useOnline();
  const [whether, setWhether] = useState<'looking' | 'gone' | 'unknown'>('looking');
  const [tries, setTries] = useState(0);
  const lacking = async () => {
    const { groups } = await mirror.read(refundsCollection, policyId);
    return groups !== null && !groups.some(({ rows }) => rows.some(isIt));
  };
  const look = useEffectEvent(async () => {
    if (!(await lacking())) return 'looking';
    const pulled = await mirror.pull(refundsCollection, policyId);
    if (!(await lacking())) return 'looking';
    return pulled.ok ? 'gone' : 'unknown';
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a connection, or another try, makes it look again.
  useEffect(() => {
    if (!missing) return;
    setWhether('looking');
    return untilCleanup(async (isCurrent) => {
      const found = await look().catch(() => 'unknown' as const);
      if (isCurrent()) setWhether(found);
    });
  }, [missing, online, tries]);
  return { whether, again: () => setTries(tries + 1) };
}
