import type { ComponentProps, ReactNode } from 'react';
import styles from './checkbox.module.css';
import { useFieldWiring } from './field.tsx';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  /** While what it says is being done. It keeps the focus, and further presses change nothing. */
  busy?: boolean;
  children: ReactNode;
}

/** A native checkbox with its text beside it. The text may hold links. */
export function Checkbox({ children, busy = false, onChange, ...rest }: CheckboxProps) {
  return (
    <label className={styles.row} data-pressable>
      <input
        {...useFieldWiring()}
        {...rest}
        type="checkbox"
        className={styles.box}
        {...(busy && { 'aria-disabled': true })}
        onChange={(event) => busy || onChange?.(event)}
      />
      <span>{children}</span>
    </label>
  );
}
