import styles from './step-bar.module.css';

/** One segment per step, for short forms. `step` counts from 1. It is for the eyes: the line above the title says 'Paso 2 de 4'. */
export function StepBar({ step, total }: { step: number; total: number }) {
  const segments = Array.from({ length: total }, (_, index) => `${index + 1}`);
  return (
    <div className={styles.steps} aria-hidden="true">
      {segments.map((segment) => (
        <i key={segment} className={Number(segment) <= step ? styles.done : styles.ahead} />
      ))}
    </div>
  );
}

interface ProgressBarProps {
  /** From 0 to 100; without it the progress is unknown. */
  percent?: number;
  /** Its name. Without one it is for the eyes, since a text beside it says the same. */
  text?: string;
}

/** A progress bar for long forms and uploads. */
export const ProgressBar = ({ percent, text }: ProgressBarProps) => (
  <progress className={styles.bar} max={100} value={percent} aria-label={text} aria-hidden={text === undefined} />
);
