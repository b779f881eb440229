import { listsOfStep } from '#countries/load-lists.ts';
import type { PersonalCard } from '#countries/personal-information.ts';
import { useLists } from '#forms/use-lists.ts';
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
  const { lists, state, retry } = useLists(listsOfStep({ id: 'financiera', title: '', fields: card.fields }));

  return (
    <Dialog open onClose={form.onClose} title={card.title}>
      <div className={styles.offline}>
        <OfflineWarning>Para guardar necesitas conexión. Lo que escribas se queda aquí mientras vuelve.</OfflineWarning>
      </div>
      {state === 'loading' && <LoadingState text="Preparando el formulario..." />}
      {state === 'failed' && (
        <Unloaded
          title="No pudimos preparar el formulario"
          text="Revisa tu conexión e inténtalo de nuevo."
          onRetry={retry}
        />
      )}
      {state === 'here' && (
        <div className={styles.editor}>
          <EditForm {...form} fields={card.fields} lists={lists} />
        </div>
      )}
    </Dialog>
  );
}
