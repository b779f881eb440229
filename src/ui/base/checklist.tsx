import styles from './checklist.module.css';
import { Icon } from './icon.tsx';

interface ChecklistLine {
  text: string;
  /** Whether it is there. What nobody can know is not. */
  done: boolean;
}

/** What is asked for, line by line. A tick stands only beside what is there. */
export function Checklist({ lines }: { lines: readonly ChecklistLine[] }) {
  return (
    <ul className="stack-2">
      {lines.map(({ text, done }) => (
        <li key={text} className={styles.line}>
          <span className={styles.mark}>{done && <Icon name="ok" size={18} />}</span>
          <span>
            {text}
            {done && <span className="visually-hidden">: listo</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}
