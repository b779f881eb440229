import { useId } from 'react';
import { Icon, type IconName } from '../base/icon.tsx';
import styles from './segments.module.css';

interface SegmentsProps<Value extends string> {
  /** Id of the heading that names the choice. */
  labelledBy?: string;
  /** Its name, where no heading has it. */
  label?: string;
  choices: readonly { value: Value; label: string; icon?: IconName }[];
  value: Value;
  onChange: (value: Value) => void;
}

/** One of a few, side by side, that takes effect at once: radio buttons. */
export function Segments<Value extends string>({ labelledBy, label, choices, value, onChange }: SegmentsProps<Value>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-labelledby={labelledBy} aria-label={label} className={styles.segments}>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.segment} data-pressable>
          <input
            className={styles.input}
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span className={styles.face}>
            {choice.icon && <Icon name={choice.icon} size={18} />}
            {choice.label}
          </span>
        </label>
      ))}
    </div>
  );
}
