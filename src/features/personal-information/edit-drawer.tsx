import { useEffect, useEffectEvent, useState } from 'react';
import { listsOfStep, loadLists } from '#countries/load-lists.ts';
import type { PersonalCard } from '#countries/personal-information.ts';
import type { Lists } from '#rules/wizard-country.ts';
import { Dialog } from '#ui/layers/dialog.tsx';
import { OfflineWarning } from '#ui/states/offline-warning.tsx';
import { LoadingState } from '#ui/states/states.tsx';
import { Unloaded } from '#ui/states/unloaded.tsx';
import { EditForm, type EditFormProps } from './edit-form.tsx';
import styles from './personal-information.module.css';

interface EditDrawerProps extends Omit<EditFormProps, 'fields' | 'lists'> {
  card: PersonalCard;
}

/** H2.65, H4.8: the editor of one card. Saving updates the card. Closing it in any other way discards what was typed. */
export function EditDrawer({ card, ...form }: EditDrawerProps) {
  const [lists, setLists] = useState<Lists | 'failed' | null>(null);
  const [tries, setTries] = useState(0);
  const load = useEffectEvent(async () => {
    setLists(null);
    // Each list is a chunk of its own, so an editor loads only the lists that it uses.
    const names = listsOfStep({ id: 'financiera', title: '', fields: card.fields });
    setLists(await loadLists(names).catch(() => 'failed' as const));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try is what makes it run again.
  useEffect(() => void load(), [tries]);
  const retry = () => setTries(tries + 1);

  return (
    <Dialog open onClose={form.onClose} title={card.title}>
      <div className={styles.offline}>
        <OfflineWarning>Para guardar necesitas conexión. Lo que escribas se queda aquí mientras vuelve.</OfflineWarning>
      </div>
      {lists === null && <LoadingState text="Preparando el formulario..." />}
      {lists === 'failed' && (
        <Unloaded
          title="No pudimos preparar el formulario"
          text="Revisa tu conexión e inténtalo de nuevo."
          onRetry={retry}
        />
      )}
      {lists !== null && lists !== 'failed' && (
        <div className={styles.editor}>
          <EditForm {...form} fields={card.fields} lists={lists} />
        </div>
      )}
    </Dialog>
  );
}
