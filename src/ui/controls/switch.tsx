import { type ReactNode, useId } from 'react';
import type { IconName } from '../base/icon.tsx';
import { Sign } from '../base/sign.tsx';
import styles from './switch.module.css';

interface SwitchProps {
  /** At the start of the line. */
  icon?: IconName;
  checked: boolean;
  /** It cannot be changed here, as `detail` says. */
  disabled?: boolean;
  /** While a change is being sent. It keeps the focus, and further presses change nothing. */
  busy?: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
  detail?: ReactNode;
}

/** A setting that changes at once, with its text before the switch. The whole line can be pressed. */
export function Switch({ icon, checked, disabled = false, busy = false, onChange, children, detail }: SwitchProps) {
  const id = useId();
  const off = disabled || busy;
  return (
    <label className={styles.row} htmlFor={id} data-pressable data-disabled={off || undefined}>
      {icon && <Sign icon={icon} />}
      <span className={styles.text}>
        <span id={`${id}-title`} className="bold block">
          {children}
        </span>
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
        // The whole line is its label; the detail is read after it, and once.
        aria-labelledby={`${id}-title`}
        className={styles.knob}
        checked={checked}
        aria-disabled={off || undefined}
        aria-busy={busy || undefined}
        {...(detail && { 'aria-describedby': `${id}-detail` })}
        onChange={(event) => off || onChange(event.target.checked)}
      />
    </label>
  );
}
