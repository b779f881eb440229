import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { classNames } from '../base/class-names.ts';
import { Icon, type IconName } from '../base/icon.tsx';
import { words } from '../base/words.ts';
import { useToast } from '../layers/toasts.tsx';
import styles from './button.module.css';

export interface ButtonLook {
  /** primary: goes on; line: second choice; quiet: minor; accent: the screen's one call to action; danger: cannot be undone. */
  look?: 'primary' | 'line' | 'quiet' | 'accent' | 'danger';
  size?: 'normal' | 'small';
  /** As wide as its text instead of its column. */
  fit?: boolean;
  icon?: IconName;
  /** What it is about, where a screen has several of its name. Screen readers read it after the label, and it is not shown. */
  about?: string | undefined;
  children: ReactNode;
}

interface Pressing extends Omit<ComponentProps<'button'>, 'children'> {
  /** Ignores further presses. */
  loading?: boolean;
  /**
   * Looks off and does nothing, and stays a stop of Tab: a button that the browser disables drops the focus, and Tab passes it
   * by. A form's own submit button then asks the form, which says what is missing.
   */
  disabled?: boolean | undefined;
  /** Said when it is pressed while disabled. */
  why?: string | undefined;
}

type ButtonProps = ButtonLook & Pressing;
type Inner = Pick<ButtonLook, 'icon' | 'about' | 'children'>;

/** A button; in a form, give it `type="submit"`. While loading it shows a spinner and keeps its label for screen readers. */
export function Button({ look, size, fit, icon, about, className, children, ...pressing }: ButtonProps) {
  const pressed = usePressing(pressing);
  return (
    <button type="button" {...pressed} className={buttonClass({ look, size, fit }, className)}>
      <Inside icon={icon} about={about} loading={pressing.loading === true}>
        {children}
      </Inside>
    </button>
  );
}

/** A link out of the app that looks like a button; `ScreenButton` leads to a screen. */
export function ButtonLink({
  look,
  size,
  fit,
  icon,
  about,
  className,
  children,
  ...rest
}: ButtonLook & ComponentProps<'a'>) {
  return (
    <a {...rest} className={buttonClass({ look, size, fit }, className)}>
      {buttonContent({ icon, about, children })}
    </a>
  );
}

/**
 * A round button that shows only an icon. Its label is the tooltip, which is its name too: a name beside an equal tooltip would
 * be read twice.
 */
export function IconButton({ icon, label, className, ...pressing }: { icon: IconName; label: string } & Pressing) {
  const pressed = usePressing(pressing);
  return (
    <button type="button" {...pressed} className={classNames(styles.round, className)} title={label}>
      <Icon name={icon} />
    </button>
  );
}

function usePressing({ loading = false, disabled = false, why, onClick, ...rest }: Pressing) {
  const say = useToast();
  const off = disabled && !loading;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (loading) return event.preventDefault();
    if (!off) return onClick?.(event);
    if (why !== undefined) say({ text: why, tone: 'error' });
  };
  return {
    ...rest,
    'aria-busy': loading || undefined,
    'aria-disabled': loading || off || undefined,
    onClick: press,
  };
}

function Inside({ icon, about, loading, children }: Inner & { loading: boolean }) {
  return (
    <>
      {loading && <span className={styles.spinner} aria-hidden="true" />}
      {!loading && icon && <Icon name={icon} size={20} />}
      <span>
        {children}
        {about && <span className="visually-hidden">: {about}</span>}
      </span>
      {loading && <span className="visually-hidden">{words.working}</span>}
    </>
  );
}

/** The class of a link that looks like a button. */
export function buttonClass(
  { look = 'primary', size, fit }: Pick<ButtonLook, 'look' | 'size' | 'fit'>,
  className?: string,
): string {
  return classNames(styles.button, styles[look], size === 'small' && styles.compact, fit && styles.fit, className);
}

/** What stands in a link that looks like a button. */
export const buttonContent = (inner: Inner): ReactNode => <Inside {...inner} loading={false} />;
