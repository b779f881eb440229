import type { ComponentProps } from 'react';
import { classNames } from './class-names.ts';
import { useFieldWiring } from './field.tsx';
import styles from './text-area.module.css';
import input from './text-input.module.css';

/** Several lines of text. It grows with the text where the browser supports that. */
export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea rows={4} {...useFieldWiring()} {...rest} className={classNames(input.input, styles.area, className)} />
  );
}
