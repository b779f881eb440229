import {
  type MouseEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { classNames } from '#ui/base/class-names.ts';
import { Logo } from '#ui/base/logo.tsx';
import { Button, ButtonLink, IconButton } from '#ui/controls/button.tsx';
import { usePageMark } from '#ui/hooks/page-mark.ts';
import { useDragDown } from '#ui/layers/drag-down.ts';
import { useBackCloses } from '#ui/layers/use-back-closes.ts';
import { StartArches } from './arches.tsx';
import { useAbortOnLeave } from './calling-off.ts';
import { ForgotPassword } from './forgot-password.tsx';
import { useGreeting } from './greeting.ts';
import { type Attempt, LoginForm } from './login-form.tsx';
import { News, Waiting } from './news.tsx';
import styles from './start-page.module.css';
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
  const passkey = usePasskeyUnlock(unlock, begin);
  const greeting = useGreeting(props.address);
  const greets = greeting.address !== null;
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

interface CoverProps {
  open: boolean;
  greets: boolean;
  registerHref: string;
  passkey: ReturnType<typeof usePasskeyUnlock>;
  show: (event: MouseEvent<HTMLElement>) => void;
  /** Why the customer is here again, on a phone. */
  children: ReactNode;
}

/** The figure, and what it says. On a phone also the ways in. */
function Cover({ open, greets, registerHref, passkey, show, children }: CoverProps) {
  return (
    <div className={styles.cover} inert={open}>
      <div className={styles.hero}>
        <div className={styles.brand}>
          <Logo />
        </div>
        <StartArches />
      </div>
      <div className={styles.pitch}>
        <h1 className={styles.slogan} tabIndex={-1}>
          <span className={styles.plain}>{words.slogan}</span>
          <span className={styles.passkey}>{words.welcomeBack}</span>
          <span className={styles.greeted} aria-hidden={!greets}>
            <span className={styles.phone}>{words.welcomeBack}</span>
            <span className={styles.wide}>{words.closed}</span>
          </span>
        </h1>
        <p className={styles.text}>
          <span className={styles.plain}>{words.pitch}</span>
          <span className={styles.passkey}>{words.unlockText}</span>
          <span className={styles.greeted} aria-hidden={!greets}>
            <span className={styles.wide}>{words.closedText}</span>
          </span>
        </p>
        <div className={styles.phone}>
          {children}
          <div className={classNames('stack-3', styles.passkey)}>
            <Unlock passkey={passkey} />
            <Button look="line" onClick={show} data-ingresa aria-haspopup="dialog">
              {words.withPassword}
            </Button>
            <p className={styles.newcomer}>
              {words.newHere} <a href={registerHref}>{words.register}</a>
            </p>
          </div>
          <div className={classNames('stack-3', styles.plain)}>
            <Button onClick={show} data-ingresa aria-haspopup="dialog">
              {words.enter}
            </Button>
            <ButtonLink look="line" href={registerHref}>
              {words.register}
            </ButtonLink>
          </div>
        </div>
      </div>
    </div>
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

/** The passkey button. CSS shows it by a mark of the boot script, so that the static page has it at once. */
function Unlock({ passkey: { busy, problem, press } }: { passkey: ReturnType<typeof usePasskeyUnlock> }) {
  return (
    <div className="stack-3">
      <div role="alert">{problem && <p className={styles.problem}>{problem}</p>}</div>
      <Button icon="fingerprint" loading={busy} onClick={press}>
        {words.unlock}
      </Button>
    </div>
  );
}

/** Signs in by the passkey at a press. Until then the browser may offer the passkey in the email field. */
function usePasskeyUnlock(unlock: StartPageProps['unlock'], begin: () => AbortSignal) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const offer = useEffectEvent(async () => {
    const known = 'passkey' in document.documentElement.dataset;
    const can = await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.();
    if (known && can) await unlock(true, new AbortController().signal);
  });
  useEffect(() => void offer(), []);
  const press = async () => {
    setBusy(true);
    setProblem('');
    const attempt = await unlock(false, begin());
    if (attempt.ok) return;
    setBusy(false);
    setProblem(attempt.text);
  };
  return { busy, problem, press };
}

const WIDE = '(min-width: 543px)';
const isWide = () => window.matchMedia(WIDE).matches;

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

/**
 * Opening and closing of the phone's sheet: the focus moves in and returns; Escape, Back and a pull down close it. `onHide`
 * aborts a running sign-in.
 */
function useSheet(onHide: () => void) {
  const [open, setOpen] = useState(false);
  const sheet = useRef<HTMLElement>(null);
  const grip = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLElement | null>(null);

  const show = useCallback(({ currentTarget }: MouseEvent<HTMLElement>) => {
    opener.current = currentTarget;
    setOpen(true);
  }, []);
  const hide = useCallback(() => {
    setOpen(false);
    onHide();
  }, [onHide]);

  // Until React has loaded, the boot script opens the sheet. React takes over here.
  useLayoutEffect(() => {
    const marks = document.documentElement.dataset;
    if (marks.sheet === 'open') setOpen(true);
    delete marks.sheet;
    delete marks.screen;
  }, []);

  useEffect(() => {
    if (!open) return;
    // Notices make room for the sheet.
    const marks = document.documentElement.dataset;
    marks.sheetShown = '';
    const form = sheet.current?.querySelector('form');
    if (!form?.contains(document.activeElement)) form?.querySelector('input')?.focus({ preventScroll: true });
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !document.querySelector('dialog[open]')) hide();
    };
    // When the window becomes wide, the form is part of the page and no longer modal.
    const wide = window.matchMedia(WIDE);
    const onWide = () => wide.matches && setOpen(false);
    wide.addEventListener('change', onWide);
    document.addEventListener('keydown', onKey);
    return () => {
      delete marks.sheetShown;
      wide.removeEventListener('change', onWide);
      document.removeEventListener('keydown', onKey);
      (opener.current ?? shownOpener())?.focus({ preventScroll: true });
    };
  }, [open, hide]);

  useBackCloses(open, hide);
  useDragDown(sheet, grip, hide, open);
  return { open, show, hide, sheet, grip };
}

/** The button that is shown of those that open the sheet: the boot script has opened it by one. */
function shownOpener(): HTMLElement | undefined {
  const openers = [...document.querySelectorAll<HTMLElement>('[data-ingresa]')];
  return openers.find((one) => one.getClientRects().length > 0);
}
