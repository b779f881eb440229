import { type ComponentProps, useId, useState } from 'react';
import { classNames } from '../base/class-names.ts';
import { words } from '../base/words.ts';
import { IconButton } from './button.tsx';
import { useFieldWiring } from './field.tsx';
import styles from './text-input.module.css';

type TextInputProps = ComponentProps<'input'> & {
  /** A prefix inside the box on the left: a dial prefix or a currency. */
  before?: string;
  /** Name of the prefix for screen readers: 'Prefijo'. */
  beforeName?: string;
};

/** One line of text. Screen readers read the prefix as part of its description. */
export function TextInput({ before, beforeName, className, ...given }: TextInputProps) {
  const wiring = useFieldWiring();
  const rest = { ...given, autoComplete: fillingOf(given) };
  const beforeId = useId();
  const described = [beforeId, wiring['aria-describedby']].filter(Boolean).join(' ');
  if (!before) return <input {...wiring} {...rest} className={classNames(styles.input, className)} />;
  return (
    <span className={styles.frame} {...marksOf(wiring, rest)}>
      <span className={styles.before} aria-hidden="true">
        <span id={beforeId}>
          {beforeName && <span className="visually-hidden">{beforeName} </span>}
          {before}
        </span>
      </span>
      <input {...wiring} aria-describedby={described} {...rest} className={classNames(styles.bare, className)} />
    </span>
  );
}

/**
 * What the browser may fill into the field. A browser also keeps a list of what was typed into a field whose purpose is
 * named, in the clear and without asking. So a field says its purpose while it is empty, and 'off' while it holds text (S24).
 * An uncontrolled field says what it was given.
 */
const fillingOf = ({ autoComplete = 'off', value }: ComponentProps<'input'>) => (value ? 'off' : autoComplete);

/** A password with a button that shows it. The button does not submit and keeps the cursor where it is. */
export function PasswordInput({
  about,
  className,
  ...rest
}: Omit<ComponentProps<'input'>, 'type'> & {
  /** The field's name, where a form has several passwords. */
  about?: string;
}) {
  const wiring = useFieldWiring();
  const [shown, setShown] = useState(false);
  return (
    <span className={styles.frame} {...marksOf(wiring, rest)}>
      <input
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...wiring}
        {...rest}
        type={shown ? 'text' : 'password'}
        className={classNames(styles.bare, className)}
      />
      <IconButton
        className={styles.peek}
        icon={shown ? 'eye-off' : 'eye'}
        label={[shown ? words.hidePassword : words.showPassword, about].filter(Boolean).join(': ')}
        disabled={rest.disabled}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setShown(!shown)}
      />
    </span>
  );
}

/** What the frame around an input shows of it. Older browsers lack :has(). */
const marksOf = (wiring: ReturnType<typeof useFieldWiring>, { disabled }: { disabled?: boolean | undefined }) => ({
  'data-invalid': wiring['aria-invalid'],
  'data-off': disabled || undefined,
});
