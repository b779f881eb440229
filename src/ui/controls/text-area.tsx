import type { ComponentProps, FocusEvent } from 'react';
import { classNames } from '../base/class-names.ts';
import { useFieldWiring } from './field.tsx';
import styles from './text-area.module.css';
import input from './text-input.module.css';

/**
 * Several lines of text. It grows with the text where the browser supports that. Browsers write what stands in one to
 * the files of their session, in the clear, unless it says 'off' (S24).
 */
export function TextArea({ className, ...rest }: Omit<ComponentProps<'textarea'>, 'autoComplete' | 'onFocus'>) {
  return (
    <textarea
      rows={4}
      {...useFieldWiring()}
      {...rest}
      autoComplete="off"
      onFocus={showWhole}
      className={classNames(input.input, styles.area, className)}
    />
  );
}

/**
 * A browser scrolls the caret's line clear of what sticks to the window's edge, and leaves the rest of the field below it. Under a
 * finger or a pointer nothing moves: it would select what slips by.
 */
function showWhole({ currentTarget }: FocusEvent<HTMLTextAreaElement>): void {
  if (!currentTarget.matches(':active')) currentTarget.scrollIntoView({ block: 'nearest' });
}
