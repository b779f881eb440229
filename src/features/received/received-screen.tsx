import { useRouterState } from '@tanstack/react-router';
import { paperIcon } from '#forms/file-words.ts';
import { policies } from '#mirror/collections.ts';
import { useMirrored } from '#mirror/hooks.tsx';
import { useReceived } from '#outbox/hooks.ts';
import { losses } from '#outbox/losses.ts';
import { lostText, receivedText } from '#requests/shared-text.ts';
import { sharedLimits } from '#rules/files.ts';
import { sizeText } from '#rules/numbers.ts';
import { policyTitle } from '#rules/policies.ts';
import { shortcutsOf } from '#rules/policy-card.ts';
import { screens } from '#rules/screens.ts';
import { useLocale } from '#screens/use-locale.ts';
import { Screen } from '#ui/base/screen.tsx';
import { FileSlot } from '#ui/controls/file-slot.tsx';
import { useGoBack } from '#ui/hooks/go-back.ts';
import { useMovedRows } from '#ui/hooks/moved-rows.ts';
import { Row, RowGroup } from '#ui/lists/rows.tsx';
import { Banner } from '#ui/states/banner.tsx';
import { EmptyState } from '#ui/states/states.tsx';
import styles from './received-screen.module.css';
import { UnclaimedFiles } from './unclaimed-files.tsx';

/**
 * Files that the customer shared with Amparo from other apps, and the requests they can be attached to. Nothing is attached by
 * itself.
 */
export function ReceivedScreen() {
  const goBack = useGoBack();
  const locale = useLocale();
  const limits = `hasta ${sharedLimits.files} a la vez, de ${sizeText(sharedLimits.bytes, locale)} como máximo`;
  const { files, unclaimed, remove } = useReceived();
  const moves = useMovedRows(files.map(({ id }) => id).join(' '));
  const text = receivedText(files.length);
  const own = useMirrored(policies).groups?.flatMap(({ rows }) => rows) ?? [];
  const offering = own.filter((policy) => shortcutsOf(policy).includes('reembolsos'));
  return (
    <Screen title="Archivos recibidos" onBack={goBack}>
      <Losses limits={limits} />
      <UnclaimedFiles />
      {files.length === 0 && unclaimed.length === 0 && (
        <EmptyState
          icon="doc"
          title="No hay archivos recibidos"
          text={`Comparte un PDF o una foto con Amparo desde otra app, y aparecerá aquí: ${limits}.`}
        />
      )}
      {files.length > 0 && (
        <div className={styles.columns}>
          <section className={styles.part} aria-label="Archivos">
            {files.map(({ id, name, type, size }) => (
              <FileSlot
                key={id}
                name={name}
                size={sizeText(size, locale)}
                icon={paperIcon(type)}
                state="ready"
                onRemove={() => {
                  moves();
                  void remove(id);
                }}
              />
            ))}
            <p className="soft small">
              {text.kept} Amparo guarda {limits}.
            </p>
          </section>
          {offering.length > 0 && (
            <section className={styles.part} aria-labelledby="received-for">
              <h2 id="received-for">{text.ask}</h2>
              <RowGroup>
                {offering.map((policy) => (
                  <Row
                    key={policy.Policy}
                    icon="refund"
                    tone="ceiba"
                    title="Nuevo reembolso"
                    detail={policyTitle(policy)}
                    to={screens.newRefund(policy.Policy)}
                  />
                ))}
                {offering.map((policy) => (
                  <Row
                    key={policy.Policy}
                    icon="doc"
                    title="Añadir a una solicitud"
                    detail={policyTitle(policy)}
                    to={screens.refunds(policy.Policy)}
                  />
                ))}
                <Row
                  icon="clock"
                  title="Solicitudes por enviar"
                  detail="Corrige una que aún no se envió"
                  to={screens.pending}
                />
              </RowGroup>
              <p className="soft small">{text.offered}</p>
            </section>
          )}
        </div>
      )}
    </Screen>
  );
}

/** What was shared and not stored; the address counts it by its reason. */
function Losses({ limits }: { limits: string }) {
  const search: Record<string, unknown> = useRouterState({ select: ({ location }) => location.search });
  return losses.map((loss) => {
    const count = Number(search[loss]) || 0;
    return (
      count > 0 && (
        <Banner key={loss} tone="bad" icon="alert">
          {lostText(loss, count, limits)}
        </Banner>
      )
    );
  });
}
