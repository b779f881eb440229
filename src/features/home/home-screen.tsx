import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Policy } from '#contract/policies.ts';
import { policies as policiesCollection } from '#mirror/collections.ts';
import { useMirrored } from '#mirror/hooks.tsx';
import { timeAgo } from '#rules/dates.ts';
import { localeOf } from '#rules/money.ts';
import { screens } from '#rules/screens.ts';
import { useOpenSession } from '#session/hooks.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { FailedState, LoadingState } from '#ui/states.tsx';
import { Updated } from '#ui/updated.tsx';
import styles from './home-screen.module.css';
import { NoPolicies } from './no-policies.tsx';
import { PolicyActions } from './policy-actions.tsx';
import { PolicyCarousel } from './policy-carousel.tsx';
import { PolicyListDialog } from './policy-list-dialog.tsx';
import { QueueNotice } from './queue-notice.tsx';

/** H2.2: greeting, the policies as cards, and what can be done with the one in front. */
export function HomeScreen() {
  const session = useOpenSession();
  const { poliza, showing } = useSearch({ from: '/app/' });
  const navigate = useNavigate({ from: '/app/' });
  const mirrored = useMirrored(policiesCollection);
  const policies: Policy[] | null = mirrored.groups ? mirrored.groups.flatMap((group) => group.rows) : null;
  const index = Math.min(Number(poliza ?? 0), Math.max(0, (policies?.length ?? 1) - 1));
  const chosen = policies?.[index];
  const locale = localeOf(session?.residence ?? '');

  const choose = (next: number) =>
    navigate({ search: (before) => ({ ...before, poliza: String(next) }), replace: true, resetScroll: false });

  return (
    <main className={styles.home}>
      <header className={styles.header}>
        <div className={styles.greeting}>
          <p className={styles.hello}>Hola,</p>
          <h1 className={styles.name} tabIndex={-1} dir="auto">
            {session?.nombre || 'te damos la bienvenida'}
          </h1>
        </div>
        <a
          className={styles.settings}
          href={screens.settings}
          aria-label="Gestiona tu cuenta"
          title="Gestiona tu cuenta"
        >
          <Icon name="user" />
        </a>
      </header>
      <div className={styles.notice}>
        <QueueNotice />
      </div>
      {policies === null && mirrored.problem === null && <LoadingState text="Cargando tus pólizas..." shape="card" />}
      {policies === null && mirrored.problem !== null && (
        <FailedState
          title="No pudimos cargar tus pólizas"
          text="Revisa tu conexión a internet e inténtalo de nuevo."
          action={
            <Button fit onClick={mirrored.refresh} loading={mirrored.refreshing}>
              Reintentar
            </Button>
          }
        />
      )}
      {policies?.length === 0 && <NoPolicies />}
      {policies && chosen && (
        <>
          <div className={styles.cards}>
            <PolicyCarousel
              policies={policies}
              index={index}
              locale={locale}
              onIndex={choose}
              onShowAll={() => navigate({ search: (before) => ({ ...before, showing: 'true' }) })}
            />
          </div>
          <PolicyActions policy={chosen} />
          <PolicyListDialog
            policies={policies}
            index={index}
            open={showing === 'true'}
            onClose={() => navigate({ search: (before) => ({ ...before, showing: undefined }), replace: true })}
            onChoose={(next) =>
              navigate({ search: { poliza: String(next), showing: undefined }, replace: true, resetScroll: false })
            }
          />
        </>
      )}
      {policies !== null && (
        <div className={styles.updated}>
          <Updated
            text={updatedText(mirrored.at, mirrored.problem !== null)}
            action="Actualizar"
            onRefresh={mirrored.refresh}
            refreshing={mirrored.refreshing}
          />
        </div>
      )}
    </main>
  );
}

function updatedText(at: number | null, failed: boolean): string {
  const age = at === null ? '' : `Actualizado ${timeAgo(new Date(at), new Date())}`;
  return failed ? `No pudimos actualizar${age && `. ${age}`}` : age;
}
