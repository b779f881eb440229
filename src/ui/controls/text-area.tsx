import type { ComponentProps } from 'react';
import { classNames } from '../base/class-names.ts';
import { useFieldWiring } from './field.tsx';
import styles from './text-area.module.css';
import input from './text-input.module.css';

/**
 * Several lines of text. It grows with the text where the browser supports that. Browsers write what stands in one to
 * the files of their session, in the clear, unless it says 'off' (S24).
 */
export function TextArea({ className, ...rest }: Omit<ComponentProps<'textarea'>, 'autoComplete'>) {
  return (
    <textarea
      rows={4}
      {...useFieldWiring()}
      {...rest}
      autoComplete="off"
      className={classNames(input.input, styles.area, className)}
    />
  );
}
