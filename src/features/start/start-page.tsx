import { type MouseEvent, type Ref, useEffect, useState } from 'react';
import { classNames } from '#ui/base/class-names.ts';
import { IconButton } from '#ui/controls/button.tsx';
import { usePageMark } from '#ui/hooks/page-mark.ts';
import { useAbortOnLeave } from './calling-off.ts';
import { Cover } from './cover.tsx';
import { ForgotPassword } from './forgot-password.tsx';
import { useGreeting } from './greeting.ts';
import { type Attempt, LoginForm } from './login-form.tsx';
import { News, Waiting } from './news.tsx';
import { Unlock, usePasskeyUnlock } from './passkey-unlock.tsx';
import styles from './start-page.module.css';
import { isWide, useSheet } from './use-sheet.ts';
import { words } from './words.ts';

export interface StartPageProps {
  /** Opens the session; on success the app navigates. `signal` aborts it when the customer leaves. */
  signIn: (email: string, password: string, signal: AbortSignal) => Promise<Attempt>;
  /** Opens the session of who is greeted, by the password alone. */
  enterLocked: (password: string, signal: AbortSignal) => Promise<Attempt>;
  /** The masked address of who is locked out here; null where nobody is greeted, '' until it is read. */
  address: string | null;
  /** Opens the session with a passkey. `offered`: the browser offers the passkey in the email field. */
  unlock: (offered: boolean, signal: AbortSignal) => Promise<Attempt>;
  /** Whether a passkey of anybody's opens this device. It is asked once who was greeted no longer is. */
  findPasskey: () => Promise<boolean>;
  /** Requests the link that sets a new password. */
  requestReset: (email: string) => Promise<Attempt>;
  /** Where 'Regístrate' leads on a phone. */
  registerHref: string;
  /** Where it leads on a wide screen: the group's registration site, if the build names one. */
  wideRegisterHref: string;
  /** Requests on this device that have not been sent. */
  waiting: number;
  /** An alert at the top, such as the one about an expired session. */
  notice?: string | null;
}

/**
 * The screen of '/' and of every unknown address. On a phone its form is in a sheet; on a wide screen it stands beside the
 * invitation. Whoever is locked out here is greeted instead, and asked for the password alone (D72). Both widths and the
 * prerendered page share one document and differ by CSS only. So hydration matches on every device.
 */
export function StartPage(props: StartPageProps) {
  const { unlock, requestReset, waiting, notice } = props;
  const { begin, callOff } = useAbortOnLeave();
  const { open, show, hide, sheet, grip } = useSheet(callOff);
  const [forgetful, setForgetful] = useState<string | null>(null);
  const greeting = useGreeting(props.address);
  const greets = greeting.address !== null;
  const passkey = usePasskeyUnlock(unlock, begin, greets, props.findPasskey);
  const why = (
    <>
      <Why greets={greets} notice={notice} />
      <News greets={greets} waiting={waiting} notice={notice} />
    </>
  );
  usePageMark('start');
  useEffect(replayPress, []);

  const onOther = (event: MouseEvent<HTMLElement>) => {
    callOff();
    greeting.leave();
    if (!isWide()) show(event);
    focusEmail(sheet.current);
  };

  return (
    <main className={styles.page}>
      <Cover open={open} greets={greets} registerHref={props.registerHref} passkey={passkey} show={show}>
        {why}
      </Cover>
      <div
        className={classNames(styles.veil, styles.phone)}
        data-veil
        data-open={open || undefined}
        onClick={hide}
        aria-hidden="true"
      />
      <section
        ref={sheet}
        className={styles.login}
        data-open={open || undefined}
        aria-labelledby="login-title"
        {...(open && { role: 'dialog', 'aria-modal': true })}
      >
        <LoginHead grip={grip} greets={greets} hide={hide} />
        <div className={styles.form}>
          <div className={styles.wide}>
            {why}
            <div className={styles.passkey}>
              <Unlock passkey={passkey} />
              <p className={styles.or}>{words.orPassword}</p>
            </div>
          </div>
          <LoginForm
            address={greeting.address}
            told={passkey.atField}
            signIn={(email, password) => props.signIn(email, password, begin())}
            enterLocked={(password) => props.enterLocked(password, begin())}
            onOther={onOther}
            onForgot={setForgetful}
          />
          <div className={styles.leaves}>
            <Waiting count={waiting} one={words.leavesOne} many={words.leavesMany} />
          </div>
          <p className={classNames(styles.wide, styles.newcomer)}>
            {words.newHere} <a href={props.wideRegisterHref}>{words.register}</a>
          </p>
        </div>
      </section>
      {forgetful !== null && (
        <ForgotPassword email={forgetful} requestReset={requestReset} onClose={() => setForgetful(null)} />
      )}
    </main>
  );
}

interface LoginHeadProps {
  grip: Ref<HTMLDivElement>;
  greets: boolean;
  hide: () => void;
}

function LoginHead({ grip, greets, hide }: LoginHeadProps) {
  return (
    <div ref={grip} className={styles.head}>
      <span className={classNames(styles.bar, styles.phone)} aria-hidden="true" />
      <h2 className={styles.title} id="login-title">
        <span className={styles.asked} {...(greets && { 'aria-hidden': true })}>
          {words.loginTitle}
        </span>
        <span className={styles.greeted} aria-hidden={!greets}>
          {words.welcomeBack}
        </span>
      </h2>
      <span className={styles.phone}>
        <IconButton icon="x" label={words.close} onClick={hide} />
      </span>
    </div>
  );
}

/** Why somebody who is greeted has to sign in again: calm text, since it needs no more than the field below it. */
function Why({ greets, notice }: { greets: boolean; notice: string | null | undefined }) {
  const text = (greets && notice) || words.greetedText;
  const isAlert = text !== words.greetedText;
  return (
    <p
      key={text}
      className={classNames(styles.greeted, styles.why)}
      aria-hidden={!greets}
      role={isAlert ? 'alert' : undefined}
    >
      {text}
    </p>
  );
}

/** Its field is shown with the next render. */
const focusEmail = (sheet: HTMLElement | null) =>
  requestAnimationFrame(() => sheet?.querySelector<HTMLElement>('input[name="email"]')?.focus());

/** Repeats a press from before React had loaded, which the boot script marked. */
function replayPress(): void {
  const button = document.querySelector<HTMLButtonElement>('button[data-pressed]');
  if (!button) return;
  delete button.dataset.pressed;
  button.click();
}
