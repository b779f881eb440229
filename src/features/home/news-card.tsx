import { newsTime, useOpenNews } from '#requests/news-link.ts';
import { useNews } from '#requests/use-news.ts';
import { today } from '#rules/dates.ts';
import { screens } from '#rules/screens.ts';
import { classNames } from '#ui/base/class-names.ts';
import { Card } from '#ui/cards/card.tsx';
import { SideHead } from '#ui/cards/side-head.tsx';
import { ScreenLink } from '#ui/controls/screen-link.tsx';
import styles from './news-card.module.css';

/** Novedades shows the others. */
const MAX_LINES = 3;

/** The newest lines of Novedades, on a desk only. The card is there before they are read, so that nothing moves. */
export function NewsCard({ now }: { now: Date }) {
  const { lines } = useNews();
  const open = useOpenNews();
  return (
    <Card>
      <section className="stack-1" aria-labelledby="home-news">
        <SideHead as="h2" id="home-news" title="Novedades" all={{ text: 'Ver todas', to: screens.news }} />
        <ul>
          {lines?.length === 0 && <li className={styles.none}>Nada nuevo por ahora</li>}
          {lines?.slice(0, MAX_LINES).map((line) => (
            <li key={line.id}>
              <ScreenLink className={styles.line} to={line.to} onClick={(event) => open(line, event)}>
                <span className={classNames(styles.dot, line.unread && 'unread')} />
                <span className={styles.title}>
                  {line.title}
                  {line.unread && <span className="visually-hidden">, sin leer</span>}
                </span>
                <span className="soft tabular firm">{newsTime(new Date(line.at), today(now))}</span>
              </ScreenLink>
            </li>
          ))}
        </ul>
      </section>
    </Card>
  );
}
