import { createContext, type ReactNode, type Ref, useContext, useEffect, useId, useState } from 'react';
import { Icon } from '../base/icon.tsx';
import { words } from '../base/words.ts';
import styles from './field.module.css';

interface FieldProps {
  label: ReactNode;
  /** Shown before typing: format, limits. */
  hint?: ReactNode;
  /** Says what is wrong and what to do. Marks the control as invalid. */
  error?: string | null | undefined;
  /** A second line below the error: what exactly is wrong. */
  errorDetail?: string | null | undefined;
  /** Adds '(opcional)' to the label. */
  optional?: boolean;
  children: ReactNode;
}

interface Wiring {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

const FieldContext = createContext<Wiring | null>(null);

/** Label, hint and error around one control of this room, which gets its id and aria attributes from here. */
export function Field({ label, hint, error, errorDetail, optional, children }: FieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {optional && <span className={styles.optional}> ({words.optional})</span>}
      </label>
      <Around {...{ id, hint, error, errorDetail }}>{children}</Around>
    </div>
  );
}

interface FieldGroupProps extends FieldProps {
  /** For a group that takes the focus when the focused control goes. */
  groupRef?: Ref<HTMLFieldSetElement>;
}

/** The same frame around several controls that answer one question. */
export function FieldGroup({ label, hint, error, optional, groupRef, children }: FieldGroupProps) {
  const id = useId();
  return (
    <fieldset
      ref={groupRef}
      tabIndex={groupRef ? -1 : undefined}
      className={styles.field}
      aria-describedby={useDescription(id, hint, error)}
    >
      <legend className={styles.label}>
        {label}
        {optional && <span className={styles.optional}> ({words.optional})</span>}
      </legend>
      <Around id={id} hint={hint} error={error}>
        <div className="stack-list">{children}</div>
      </Around>
    </fieldset>
  );
}

/** The frame for a control that shows its own label, such as a tick box. */
export function OwnLabelField({ error, children }: Pick<FieldProps, 'error' | 'children'>) {
  return (
    <div className={styles.field}>
      <Around id={useId()} hint={null} error={error}>
        {children}
      </Around>
    </div>
  );
}

/** The id and aria attributes for a control inside a Field; empty outside of one. */
export function useFieldWiring(): Partial<Wiring> {
  return useContext(FieldContext) ?? {};
}

function Around({ id, hint, error, errorDetail, children }: Omit<FieldProps, 'label'> & { id: string }) {
  const wiring: Wiring = {
    id,
    'aria-describedby': useDescription(id, hint, error),
    'aria-invalid': error ? true : undefined,
  };
  return (
    <>
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <FieldContext value={wiring}>{children}</FieldContext>
      <div aria-live="polite">
        {error && (
          <p className={styles.error} id={`${id}-error`}>
            <Icon name="alert" size={18} />
            <span dir="auto">
              {error}
              {errorDetail && <span className={styles.detail}>{errorDetail}</span>}
            </span>
          </p>
        )}
      </div>
    </>
  );
}

/** In milliseconds: longer than a reader takes to begin with what a live region says. */
const ANNOUNCED_MS = 1000;

/**
 * The ids of what describes the control. A new error is announced by its region, so it joins the description only afterwards: a
 * control that takes the focus because of it would say it a second time. One that the control began with is in it at once.
 */
function useDescription(id: string, hint: ReactNode, error: string | null | undefined): string | undefined {
  const has = Boolean(error);
  const [announced, setAnnounced] = useState(has);
  useEffect(() => {
    if (!has) return setAnnounced(false);
    const timer = setTimeout(() => setAnnounced(true), ANNOUNCED_MS);
    return () => clearTimeout(timer);
  }, [has]);
  const ids = [hint ? `${id}-hint` : '', has && announced ? `${id}-error` : ''].filter(Boolean);
  return ids.length > 0 ? ids.join(' ') : undefined;
}
