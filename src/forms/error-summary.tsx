import { useEffect, useEffectEvent, useRef } from 'react';
import styles from './step-form.module.css';
import { formWords } from './words.ts';

export interface NamedError {
  name: string;
  /** What the field goes by; '' when it is not on this step. */
  label: string;
  text: string;
  /** Stands on this step; otherwise the way to it leads back. */
  here: boolean;
}

interface ErrorSummaryProps {
  text?: string | undefined;
  errors: readonly NamedError[];
  onGoTo: (name: string) => void;
}

/**
 * What was refused, above the fields. It takes the focus; when a single field of this step is meant, that field takes it
 * instead (V4.2).
 */
export function ErrorSummary({ text, errors, onGoTo }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const [only] = errors;
  const single = errors.length === 1 && !text && only?.here ? only : null;
  const said = [text ?? '', ...errors.map((error) => `${error.name}: ${error.text}`)].join('\n');
  const announce = useEffectEvent(() => {
    if (single) onGoTo(single.name);
    else box.current?.focus();
  });
  useEffect(() => {
    if (said.trim() !== '') announce();
  }, [said]);

  if (single || (!text && errors.length === 0)) return null;
  return (
    <div ref={box} className={styles.summary} role="alert" tabIndex={-1}>
      <p className={styles.summaryTitle} dir="auto">
        {text ?? formWords.summary}
      </p>
      {errors.length > 0 && (
        <ul>
          {errors.map(({ name, label, text: problem }) => (
            <li key={name}>
              {label === '' ? (
                problem
              ) : (
                <button type="button" className={styles.link} onClick={() => onGoTo(name)}>
                  {label}: {problem}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
