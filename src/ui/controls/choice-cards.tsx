import { type ReactNode, useId } from 'react';
import { Icon, type IconName } from '../base/icon.tsx';
import styles from './choice-cards.module.css';

export interface Choice<Value extends string = string> {
  value: Value;
  label: ReactNode;
  description?: ReactNode;
  icon?: IconName;
}

export type ChoiceLayout = 'row' | 'list' | 'pills';

interface ChoiceCardsProps<Value extends string> {
  choices: readonly Choice<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  /** row: side by side where two fit, as for Sí and No; list: one below the other; pills: as many in a line as fit. */
  layout?: ChoiceLayout | undefined;
  disabled?: boolean;
}

/** Radio buttons that look like cards. Put them in a FieldGroup, whose label is the question. */
export function ChoiceCards<Value extends string>(props: ChoiceCardsProps<Value>) {
  const { choices, value, onChange, layout = 'list', disabled } = props;
  const name = useId();
  return (
    <div className={styles[layout]}>
      {choices.map((choice) => (
        <label
          key={choice.value}
          className={styles.card}
          data-pressable
          data-chosen={choice.value === value || undefined}
          data-off={disabled || undefined}
        >
          <input
            className={styles.input}
            type="radio"
            name={name}
            value={choice.value}
            checked={choice.value === value}
            disabled={disabled}
            onChange={() => onChange(choice.value)}
          />
          {choice.icon && (
            <span className={styles.icon}>
              <Icon name={choice.icon} />
            </span>
          )}
          <span className="grow">
            <span className="medium block" dir="auto">
              {choice.label}
            </span>
            {choice.description && (
              <span className="detail" dir="auto">
                {choice.description}
              </span>
            )}
          </span>
          <span className={styles.mark} aria-hidden="true" />
        </label>
      ))}
    </div>
  );
}
