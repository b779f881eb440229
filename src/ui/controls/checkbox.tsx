import type { ComponentProps, ReactNode } from 'react';
import styles from './checkbox.module.css';
import { useFieldWiring } from './field.tsx';

/** A native checkbox with its text beside it. The text may hold links. */
export function Checkbox({ children, ...rest }: Omit<ComponentProps<'input'>, 'type'> & { children: ReactNode }) {
  return (
    <label className={styles.row} data-pressable>
      <input {...useFieldWiring()} {...rest} type="checkbox" className={styles.box} />
      <span>{children}</span>
    </label>
  );
}
