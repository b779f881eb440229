import type { TimelineStop } from '#rules/refund-timeline.ts';
import { Icon } from '#ui/base/icon.tsx';
import styles from './timeline.module.css';

const spoken: Record<TimelineStop['standing'], string> = {
  done: 'Hecho',
  now: 'Ahora',
  refused: 'Decidido',
  coming: 'Por venir',
};

interface TimelineProps {
  stops: readonly TimelineStop[];
  /** Stops beside each other without their texts on a phone, below each other on a desk: for a narrow column. */
  brief?: boolean;
}

/** A refund's progress. Each stop is an arch: filled when passed, ringed when current. */
export function Timeline({ stops, brief = false }: TimelineProps) {
  return (
    <ol className={brief ? styles.brief : styles.way}>
      {stops.map(({ name, standing, when, text }) => (
        <li
          key={name}
          className={styles.stop}
          data-standing={standing}
          aria-current={standing === 'now' ? 'step' : undefined}
        >
          <span className={styles.sign}>
            {standing === 'done' && <Icon name="ok" size={16} />}
            {standing === 'refused' && <Icon name="x" size={16} />}
          </span>
          <div className={styles.words}>
            <span className={styles.name}>
              {name}
              <span className="visually-hidden">: {spoken[standing]}</span>
            </span>
            {when && <span className="soft small tabular">{when}</span>}
            {text && <p className={styles.text}>{text}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}
