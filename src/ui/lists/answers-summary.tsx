import styles from './answers-summary.module.css';

export interface AnswerGroup {
  title: string;
  /** Goes back to the step of these answers. Without it there is no 'Cambiar'. */
  onChange?: () => void;
  /** `text` is '' without an answer. */
  answers: readonly { name: string; label: string; text: string }[];
}

interface AnswersSummaryProps {
  title: string;
  about?: string;
  groups: readonly AnswerGroup[];
}

/** All answers before they are sent. Each group has a button that leads back to its step. */
export function AnswersSummary({ title, about, groups }: AnswersSummaryProps) {
  return (
    <section className={styles.summary} aria-label={title}>
      <h2 className={styles.title}>{title}</h2>
      {about && <p className={styles.about}>{about}</p>}
      {groups.map((group) => (
        <div key={group.title} className={styles.step}>
          <div className={styles.head}>
            <h3 className={styles.heading}>{group.title}</h3>
            {group.onChange && (
              <button type="button" className={styles.change} onClick={group.onChange}>
                Cambiar<span className="visually-hidden">: {group.title}</span>
              </button>
            )}
          </div>
          <dl className={styles.list}>
            {group.answers.map(({ name, label, text }) => (
              <div key={name} className={styles.pair}>
                <dt>{label}</dt>
                <dd dir="auto">{text || <span className={styles.empty}>Sin completar</span>}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
    </section>
  );
}
