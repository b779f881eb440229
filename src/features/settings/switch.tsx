import { type ReactNode, useId } from 'react';
import type { IconName } from '#ui/base/icon.tsx';
import { Sign } from '#ui/base/sign.tsx';
import styles from './switch.module.css';

interface SwitchProps {
  /** At the start of the line. */
  icon?: IconName;
  checked: boolean;
  /** Set it also while a change is being sent. */
  disabled?: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
  detail?: ReactNode;
}

/** A setting that changes at once, with its text before the switch. The whole line can be pressed. */
export function Switch({ icon, checked, disabled = false, onChange, children, detail }: SwitchProps) {
  const id = useId();
  return (
    <label className={styles.row} htmlFor={id}>
      {icon && <Sign icon={icon} />}
      <span className={styles.text}>
        <span className={styles.title}>{children}</span>
        {detail && (
          <span id={`${id}-detail`} className="detail">
            {detail}
          </span>
        )}
      </span>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={checked}
        className={styles.knob}
        checked={checked}
        disabled={disabled}
        {...(detail && { 'aria-describedby': `${id}-detail` })}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}
