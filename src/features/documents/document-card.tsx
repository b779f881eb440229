import type { MouseEvent } from 'react';
import type { DocumentName } from '#mirror/saved-documents.ts';
import { longDate, shortly } from '#rules/dates.ts';
import { dotted } from '#rules/joined.ts';
import { thisDevice } from '#senses/this-device.ts';
import { Icon } from '#ui/base/icon.tsx';
import { Sign } from '#ui/base/sign.tsx';
import { ListCard } from '#ui/cards/list-card.tsx';
import { Pill } from '#ui/controls/pill.tsx';
import { useOnline } from '#ui/hooks/use-online.ts';

interface DocumentCardProps {
  name: DocumentName;
  kept: boolean;
  /** Whether the document is open beside the list; undefined where it opens in a dialog. */
  current?: boolean | undefined;
  onOpen: (event: MouseEvent) => void;
}

/** H2.60: a document's category and day, with the button that opens it. */
export function DocumentCard({ name, kept, current, onOpen }: DocumentCardProps) {
  const missing = !useOnline() && !kept;
  return (
    <ListCard
      sign={<Sign icon="doc" tone="ceiba" large />}
      title={name.category || 'Sin categoría'}
      detail={missing ? dotted(shortDay(name.createdOn), 'Necesita conexión') : longDate(name.createdOn) || 'Sin fecha'}
      status={
        kept && (
          <Pill tone="ok" icon="ok">
            En {thisDevice()}
          </Pill>
        )
      }
      icon={<Icon name={kept ? 'next' : 'download'} label={kept ? 'Abrir' : 'Descargar'} />}
      opensDialog={current === undefined}
      current={current ?? false}
      onClick={onOpen}
    />
  );
}

/** '17 sep': what is missing fits into the same line then, so a lost connection moves no row. The heading names the year. */
const shortDay = (date: string | null): string => (date ? shortly(date, date) : '');
