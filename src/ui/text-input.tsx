import { type ComponentProps, useState } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { useFieldWiring } from './field.tsx';
import styles from './text-input.module.css';
import { words } from './words.ts';

/** One line of text. `before` stands inside the box on the left, for a dial prefix or a currency. */
export function TextInput({ before, className, ...rest }: ComponentProps<'input'> & { before?: string }) {
  const wiring = useFieldWiring();
  if (!before) return <input {...wiring} {...rest} className={classNames(styles.input, className)} />;
  return (
    <span className={styles.frame}>
      <span className={styles.before} aria-hidden="true">
        {before}
      </span>
      <input {...wiring} {...rest} className={classNames(styles.bare, className)} />
    </span>
  );
}

/** Several lines of text; it grows with what is typed where the browser can. */
export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={4} {...useFieldWiring()} {...rest} className={classNames(styles.area, className)} />;
}

/** A password with a button that shows it. The button never submits and keeps the cursor where it is. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false);
  return (
    <span className={styles.frame}>
      <input
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...useFieldWiring()}
        {...rest}
        type={shown ? 'text' : 'password'}
        className={classNames(styles.bare, className)}
      />
      <IconButton
        className={styles.peek}
        icon={shown ? 'eye-off' : 'eye'}
        label={shown ? words.hidePassword : words.showPassword}
        aria-pressed={shown}
        disabled={rest.disabled}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setShown(!shown)}
      />
    </span>
  );
}
