import { useUnread } from '#mirror/hooks.tsx';
import { newsTime, useOpenNews } from '#requests/news-link.ts';
import { noRoomText } from '#requests/shared-text.ts';
import { type NewsLine, useNews } from '#requests/use-news.ts';
import { addDays, today } from '#rules/dates.ts';
import { screens } from '#rules/screens.ts';
import { Screen } from '#ui/base/screen.tsx';
import { Button } from '#ui/controls/button.tsx';
import { ScreenLink } from '#ui/controls/screen-link.tsx';
import { useGoBack } from '#ui/hooks/go-back.ts';
import { useMinute } from '#ui/hooks/use-minute.ts';
import { Row, RowGroup } from '#ui/lists/rows.tsx';
import { useFailure } from '#ui/states/failure.tsx';
import { EmptyState, LoadingState } from '#ui/states/states.tsx';
import styles from './news-screen.module.css';

/** D61: what changed since the customer last looked. The device computes it, so it works offline. */
export function NewsScreen() {
  const goBack = useGoBack();
  const { lines, readAll } = useNews();
  const failure = useFailure();
  const mark = async () => {
    failure.clear();
    if (!(await readAll())) failure.fail(noRoomText);
  };
  const day = today(useMinute());
  const counted = useUnread();
  // The bell counts what does not open as well, so that is marked here too, although no line shows it.
  const unread = lines ? Math.max(counted, lines.filter((line) => line.unread).length) : 0;
  const groups = lines ? parted(lines, day) : [];
  return (
    <Screen
      title="Novedades"
      onBack={goBack}
      about={
        lines && lines.length > 0 && (unread === 0 ? 'Todo leído' : unread === 1 ? '1 sin leer' : `${unread} sin leer`)
      }
      updated={
        unread > 0 && (
          <Button className={styles.act ?? ''} look="quiet" size="small" fit onClick={() => void mark()}>
            Marcar como leídas
          </Button>
        )
      }
    >
      {failure.note}
      {!lines && <LoadingState text="Cargando tus novedades..." />}
      {lines?.length === 0 && (
        <EmptyState
          icon="bell"
          title="No tienes novedades"
          text="Aquí verás cuando decidamos un reembolso, llegue una factura, recibamos un pago, respondamos una consulta o añadamos un documento."
        />
      )}
      {groups.map(({ id, name, some }) => (
        <section key={id} className="stack-list" aria-labelledby={`news-${id}`}>
          <h2 id={`news-${id}`}>{name}</h2>
          <RowGroup>
            {some.map((line) => (
              <Line key={line.id} line={line} day={day} />
            ))}
          </RowGroup>
        </section>
      ))}
      {lines && (
        <p className={styles.foot}>
          <ScreenLink to={screens.settings}>Elegir de qué te avisamos</ScreenLink>
        </p>
      )}
    </Screen>
  );
}

function Line({ line, day }: { line: NewsLine; day: string }) {
  const open = useOpenNews();
  const { icon, tone, title, detail, unread } = line;
  return (
    <Row
      icon={icon}
      tone={tone}
      title={
        <span className={styles.titled}>
          <span>{title}</span>
          <span className={styles.when}>
            {newsTime(new Date(line.at), day)}
            {unread && (
              <>
                <span className="visually-hidden">, sin leer</span>
                <span className={styles.dot} />
              </>
            )}
          </span>
        </span>
      }
      detail={detail
        .filter((part) => part.trim() !== '')
        .map((part, index, parts) => (
          // A part breaks across lines only when it must, and keeps the dot that follows it.
          <span key={part} className={styles.part}>
            {index < parts.length - 1 ? `${part} · ` : part}
          </span>
        ))}
      leads={false}
      to={line.to}
      onClick={(event) => open(line, event)}
    />
  );
}

/** The times that news stand under, newest first. */
const times = [
  { id: 'today', name: 'Hoy' },
  { id: 'week', name: 'Esta semana' },
  { id: 'before', name: 'Antes' },
] as const;

function parted(lines: readonly NewsLine[], day: string) {
  const timeOf = ({ at }: NewsLine): (typeof times)[number]['id'] => {
    const date = today(new Date(at));
    // A clock that was ahead stamped it (F60). Who travels west may have news of tomorrow.
    if (date > addDays(day, 1)) return 'before';
    if (date >= day) return 'today';
    return date > addDays(day, -7) ? 'week' : 'before';
  };
  return times
    .map((time) => ({ ...time, some: lines.filter((line) => timeOf(line) === time.id) }))
    .filter(({ some }) => some.length > 0);
}
