import { useRouter } from '@tanstack/react-router';
import { PageHeader } from '#ui/page-header.tsx';
import { EmptyState } from '#ui/states.tsx';
import styles from './later-screen.module.css';

/** Stands at an address whose screen is not built yet, and says so. */
export function LaterScreen() {
  const router = useRouter();
  return (
    <main className={styles.screen}>
      <PageHeader title="Muy pronto" onBack={() => router.history.back()} />
      <EmptyState
        title="Esta sección llegará más adelante"
        text="Todavía la estamos construyendo. Mientras tanto, puedes ver tus pólizas, pagos y reembolsos."
      />
    </main>
  );
}
