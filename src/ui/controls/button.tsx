import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '../base/class-names.ts';
import { Icon, type IconName } from '../base/icon.tsx';
import { words } from '../base/words.ts';
import styles from './button.module.css';

export interface ButtonLook {
  /** primary: goes on; line: second choice; quiet: minor; accent: the screen's one call to action; danger: cannot be undone. */
  look?: 'primary' | 'line' | 'quiet' | 'accent' | 'danger';
  size?: 'normal' | 'small';
  /** As wide as its text instead of its column. */
  fit?: boolean;
  icon?: IconName;
  children: ReactNode;
}

type ButtonProps = ButtonLook &
  Omit<ComponentProps<'button'>, 'children'> & {
    /** Shows a spinner, keeps the label for screen readers and ignores further presses. */
    loading?: boolean;
  };

/** A button; in a form, give it `type="submit"`. While loading it stays focusable, so that the focus is not lost. */
export function Button({ look, size, fit, icon, loading = false, className, children, onClick, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ look, size, fit }, className)}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      onClick={loading ? (event) => event.preventDefault() : onClick}
    >
      <Inside icon={icon} loading={loading}>
        {children}
      </Inside>
    </button>
  );
}

/** A link out of the app that looks like a button; `ScreenButton` leads to a screen. */
export function ButtonLink({ look, size, fit, icon, className, children, ...rest }: ButtonLook & ComponentProps<'a'>) {
  return (
    <a {...rest} className={buttonClass({ look, size, fit }, className)}>
      {buttonContent(icon, children)}
    </a>
  );
}

/** A round button that shows only an icon. The label is for screen readers and the tooltip. */
export function IconButton({
  icon,
  label,
  className,
  ...rest
}: { icon: IconName; label: string } & Omit<ComponentProps<'button'>, 'children'>) {
  return (
    <button type="button" {...rest} className={classNames(styles.round, className)} aria-label={label} title={label}>
      <Icon name={icon} />
    </button>
  );
}

function Inside({ icon, loading, children }: { icon?: IconName | undefined; loading: boolean; children: ReactNode }) {
  return (
    <>
      {loading && <span className={styles.spinner} aria-hidden="true" />}
      {!loading && icon && <Icon name={icon} size={20} />}
      <span>{children}</span>
      {loading && <span className="visually-hidden">{words.working}</span>}
    </>
  );
}

/** The class of a link that looks like a button. */
export function buttonClass({ look = 'primary', size, fit }: Omit<ButtonLook, 'children'>, className?: string): string {
  return classNames(styles.button, styles[look], size === 'small' && styles.compact, fit && styles.fit, className);
}

/** What stands in a link that looks like a button. */
export const buttonContent = (icon: IconName | undefined, children: ReactNode): ReactNode => (
  <Inside icon={icon} loading={false}>
    {children}
  </Inside>
);
