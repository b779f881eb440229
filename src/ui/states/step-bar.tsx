import styles from './step-bar.module.css';

/**
 * One segment per step, for short forms. `text` ('Paso 2 de 4') names the bar for screen readers; show it near the title too.
 * `step` counts from 1.
 */
export function StepBar({ step, total, text }: { step: number; total: number; text: string }) {
  const segments = Array.from({ length: total }, (_, index) => `${index + 1}`);
  return (
    <div
      className={styles.steps}
      role="progressbar"
      aria-label={text}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={step}
      aria-valuetext={text}
    >
      {segments.map((segment) => (
        <i key={segment} className={Number(segment) <= step ? styles.done : styles.ahead} />
      ))}
    </div>
  );
}

/** A progress bar for long forms and uploads. `percent` is from 0 to 100; without it the progress is unknown. */
export function ProgressBar({ percent, text }: { percent?: number; text: string }) {
  return <progress className={styles.bar} max={100} value={percent} aria-label={text} />;
}
