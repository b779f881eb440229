import { NewsLink, newsTime } from '#requests/news-link.tsx';
import { useNews } from '#requests/use-news.ts';
import { today } from '#rules/dates.ts';
import { screens } from '#rules/screens.ts';
import { Card } from '#ui/card.tsx';
import { ScreenLink } from '#ui/screen-link.tsx';
import styles from './news-card.module.css';

/** Novedades shows the others. */
const MAX_LINES = 3;

/** The newest lines of Novedades, on a desk only. Draws nothing while there are none. */
export function NewsCard({ now }: { now: Date }) {
  const { lines } = useNews();
  if (!lines || lines.length === 0) return null;
  return (
    <Card>
      <section className={styles.news} aria-labelledby="home-news">
        <div className={styles.head}>
          <h2 id="home-news" className={styles.heading}>
            Novedades
          </h2>
          <ScreenLink className={styles.all} to={screens.news}>
            Ver todas
          </ScreenLink>
        </div>
        <ul>
          {lines.slice(0, MAX_LINES).map((line) => (
            <li key={line.id}>
              <NewsLink line={line} className={styles.line ?? ''}>
                <span className={styles.dot} data-unread={line.unread || undefined} />
                <span className={styles.title}>
                  {line.title}
                  {line.unread && <span className="visually-hidden">, sin leer</span>}
                </span>
                <span className={styles.when}>{newsTime(new Date(line.at), today(now))}</span>
              </NewsLink>
            </li>
          ))}
        </ul>
      </section>
    </Card>
  );
}
