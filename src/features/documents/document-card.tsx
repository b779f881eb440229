import type { DocumentName } from '#mirror/saved-documents.ts';
import { longDate } from '#rules/dates.ts';
import { Icon } from '#ui/icon.tsx';
import { Pill } from '#ui/pill.tsx';
import { Sign } from '#ui/sign.tsx';
import styles from './document-card.module.css';

interface DocumentCardProps {
  name: DocumentName;
  kept: boolean;
  /** Whether the document is open beside the list; undefined where it opens in a dialog. */
  current?: boolean | undefined;
  onOpen: () => void;
}

/** H2.60: a document's category and day, with the button that opens it. */
export function DocumentCard({ name, kept, current, onOpen }: DocumentCardProps) {
  return (
    <button
      type="button"
      className={styles.card}
      aria-haspopup={current === undefined ? 'dialog' : undefined}
      aria-current={current || undefined}
      onClick={onOpen}
    >
      <Sign icon="doc" tone="ceiba" large />
      <span className={styles.text}>
        <span className={styles.category} dir="auto">
          {name.category || 'Sin categoría'}
        </span>
        <span className="soft small">{longDate(name.createdOn) || 'Sin fecha'}</span>
        {kept && (
          <span className={styles.kept}>
            <Pill tone="ok" icon="ok">
              En este dispositivo
            </Pill>
          </span>
        )}
      </span>
      <span className={styles.get}>
        <Icon name={kept ? 'next' : 'download'} label={kept ? 'Abrir' : 'Descargar'} />
      </span>
    </button>
  );
}
