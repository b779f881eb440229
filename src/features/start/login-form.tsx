import { type FormEvent, type MouseEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Icon } from '#ui/base/icon.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Field } from '#ui/controls/field.tsx';
import { PasswordInput, TextInput } from '#ui/controls/text-input.tsx';
import { useOnline } from '#ui/hooks/use-online.ts';
import { isGreeting } from './greeting.ts';
import styles from './login-form.module.css';
import { words } from './words.ts';

/** The result of an attempt; a failed one carries the text to show. */
export type Attempt = { ok: true } | { ok: false; text: string };

interface LoginFormProps {
  /** The masked address of who is locked out here; null where nobody is greeted, '' until it is read. */
  address: string | null;
  /** What another way in failed of that began in a field here; '' when nothing did. */
  told: string;
  signIn: (email: string, password: string) => Promise<Attempt>;
  /** Opens the session of who is greeted, by the password alone. */
  enterLocked: (password: string) => Promise<Attempt>;
  /** Asks for an address again. */
  onOther: (event: MouseEvent<HTMLElement>) => void;
  /** Called with the email typed so far, to prefill the next form. */
  onForgot: (email: string) => void;
}

/**
 * Email and password. The inputs are uncontrolled: a customer or a password manager may fill them before React has loaded,
 * and the values must stay.
 */
export function LoginForm({ address, told, signIn, enterLocked, onOther, onForgot }: LoginFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [complete, setComplete] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const sending = useRef(false);

  const look = () => setComplete(isFilled(typedIn(form.current)));
  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    if (sending.current) return;
    const typed = typedIn(form.current);
    if (!isFilled(typed)) return setProblem(isGreeting() ? words.passwordMissing : words.incomplete);
    setProblem('');
    sending.current = true;
    setBusy(true);
    let attempt: Attempt | undefined;
    try {
      attempt = await (isGreeting() ? enterLocked(typed.password) : signIn(typed.email, typed.password));
    } finally {
      // After a success the app replaces this screen; until then the button stays busy.
      if (!attempt?.ok) {
        sending.current = false;
        setBusy(false);
      }
    }
    if (!attempt.ok) setProblem(attempt.text);
  };

  const begin = useEffectEvent(() => {
    look();
    // The boot script recorded a press from before React had loaded.
    const marks = document.documentElement.dataset;
    if (marks.entering !== 'session') return;
    delete marks.entering;
    if (isFilled(typedIn(form.current))) void submit();
  });
  useEffect(() => begin(), []);

  const greets = address !== null;
  const shown = problem || told;
  // Another way in asks for something else, and what was wrong with the one before says nothing of it.
  const turn = useEffectEvent((toPassword: boolean) => {
    look();
    setProblem('');
    const isFree = document.activeElement === document.body;
    if (toPassword && isFree) inputIn(form.current, 'password')?.focus({ preventScroll: true });
  });
  useEffect(() => turn(greets), [greets]);
  const forgot = (
    <button type="button" className={styles.forgot} onClick={() => onForgot(typedIn(form.current).email)}>
      {words.forgot}
    </button>
  );

  return (
    // The method is 'post', so that a form submitted without our script never puts a password into the address.
    <form ref={form} className={styles.form} method="post" noValidate onSubmit={submit} onInput={look} onChange={look}>
      <p className={styles.who} aria-hidden={!greets}>
        <Icon name="mail" size={20} />
        <b dir="ltr">{address}</b>
        <button type="button" className={styles.other} onClick={onOther} hidden={!greets}>
          {words.otherAccount}
        </button>
      </p>
      <div className={styles.email}>
        <Field label={words.email}>
          <TextInput
            name="email"
            type="email"
            inputMode="email"
            autoComplete="username webauthn"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="next"
            readOnly={busy}
          />
        </Field>
      </div>
      <Field label={words.password} error={greets ? shown : null}>
        <PasswordInput
          name="password"
          autoComplete="current-password"
          enterKeyHint="go"
          readOnly={busy}
          data-takes-focus={greets || undefined}
        />
      </Field>
      {!greets && forgot}
      <div role="alert">
        {shown && !greets && (
          <p className="tint-arrears strip">
            <Icon name="alert" size={20} />
            <span dir="auto">{shown}</span>
          </p>
        )}
      </div>
      {!greets && shown === '' && <FirstNeedsLine />}
      <Button type="submit" disabled={!complete} loading={busy}>
        {words.submit}
      </Button>
      {greets && forgot}
    </form>
  );
}

/** Whoever is known here comes in without a connection, and this page cannot tell who will type. */
const FirstNeedsLine = () => !useOnline() && <p className="soft">{words.firstNeedsLine}</p>;

interface Typed {
  email: string;
  password: string;
}

const isFilled = ({ email, password }: Typed): boolean => (isGreeting() || email !== '') && password !== '';

function typedIn(form: HTMLFormElement | null): Typed {
  return { email: inputIn(form, 'email')?.value.trim() ?? '', password: inputIn(form, 'password')?.value ?? '' };
}

function inputIn(form: HTMLFormElement | null, name: keyof Typed): HTMLInputElement | null {
  const input = form?.elements.namedItem(name);
  return input instanceof HTMLInputElement ? input : null;
}
