import { useEffect, useEffectEvent, useRef } from 'react';
import styles from './step-form.module.css';
import { formWords } from './words.ts';

export interface NamedError {
  name: string;
  /** The field's name for people; '' when it is unknown. */
  label: string;
  text: string;
  /** Whether the field is on this step; otherwise its link leads to an earlier one. */
  here: boolean;
  /** Whether its answer changed since: it is no longer listed, and nothing is announced for that. */
  lifted: boolean;
}

interface ErrorSummaryProps {
  text?: string | undefined;
  errors: readonly NamedError[];
  onGoTo: (name: string) => void;
}

/**
 * Lists what was refused, above the fields, and takes the focus. If only one field of this step was refused, that field
 * takes the focus instead (V4.2).
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

  const left = errors.filter(({ lifted }) => !lifted);
  if (single || (!text && left.length === 0)) return null;
  return (
    <div ref={box} className={styles.summary} role="alert" tabIndex={-1}>
      <p className="bold" dir="auto">
        {text ?? formWords.summary}
      </p>
      {left.length > 0 && (
        <ul>
          {left.map(({ name, label, text: problem }) => (
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
