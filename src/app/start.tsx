import { useEffect, useLayoutEffect, useState } from 'react';
import type { Problem, Result } from '#contract/result.ts';
import type { Attempt } from '#features/start/login-form.tsx';
import { StartPage } from '#features/start/start-page.tsx';
import { forgetLayers } from '#history/entries.ts';
import { capital } from '#rules/joined.ts';
import { problemText } from '#rules/problem-words.ts';
import { MissingPart, part } from '#senses/part.ts';
import { thisDevice } from '#senses/this-device.ts';
import { readHint } from './hint.ts';
import { type Destination, giveNotice, SESSION_ENDED, takeDestination, useNotice } from './notice.ts';
import { useRoomFor } from './notices.ts';
import { OfflineBanner } from './offline.tsx';
import { registerHref, wideRegisterHref } from './prerender/register-address.ts';
import styles from './start.module.css';
import { VersionNotices } from './version-notices.tsx';

type Ways = typeof import('./enter.ts');
const loadWays = part(() => import('./enter.ts'));
const loadDevice = part(() => import('./device.ts'));

interface StartProps {
  /** Opens the destination after a sign-in. */
  go: (to: Destination) => Promise<void>;
  /** The destination could not be loaded, so the start screen is shown again. */
  lost?: boolean;
}

/**
 * The start screen with its actions. The database and the session load at the first press. On a device that already knows a
 * customer they load once the page is shown.
 */
export function Start({ go, lost = false }: StartProps) {
  const notice = useNotice();
  // The hint is read after the first render, because the prerendered page knows nothing of this device.
  const [waiting, setWaiting] = useState(0);
  // It goes on here, and the group's own site knows nothing of it (D45).
  const [registering, setRegistering] = useState(false);
  const { address, setAddress } = useGreeted();
  useEffect(() => {
    const known = readHint();
    setWaiting(known.waiting);
    if (known.ended) giveNotice(SESSION_ENDED);
    if (known.waiting === 0 && notice) void import('./device.ts');
    return whileHere(async () => {
      // A hint of what waits may be of before a sign-in, so the database is asked in each case.
      const { open, greeted, waiting: there, registering } = await (await import('./true-hint.ts')).trueHint();
      setRegistering(registering);
      if (open && !isBegun()) location.replace('#/app');
      if (greeted !== known.greeted && !isBegun()) setAddress(await greetedAddress());
      return (await import('./drain-here.ts')).drainHere(there, setWaiting);
    });
  }, [notice, setAddress]);

  const enterBy = async (
    way: (ways: Ways) => Promise<Result<unknown>>,
    signal: AbortSignal,
    offered = false,
  ): Promise<Attempt> => {
    let isAsked = !offered;
    try {
      // Nobody is told of an offer that failed, and only what was told may load the page again.
      const entered = await way(await (offered ? import('./enter.ts') : loadWays()));
      isAsked = true;
      // Another tab has signed out, or the session was ended from another device.
      if (!entered.ok && entered.problem.code === 'unauthorised') setAddress(null);
      if (!entered.ok) return { ok: false, text: signal.aborted ? '' : textOf(entered.problem, offered) };
      // The sheet's history entry becomes the first screen's. An address set while that loads must reach the router.
      forgetLayers();
      await behindTheDoor(() => go(takeDestination()));
      return { ok: true };
    } catch (reason) {
      const failed = failedBy(reason);
      return isAsked ? failed : { ok: false, text: '' };
    }
  };

  const signIn = (email: string, password: string, signal: AbortSignal) =>
    enterBy(({ enter }) => enter(email, password, signal), signal);
  const enterLocked = (password: string, signal: AbortSignal) =>
    enterBy(({ unlockByPassword }) => unlockByPassword(password, signal), signal);
  const unlock = (offered: boolean, signal: AbortSignal) =>
    enterBy((ways) => ways.unlock(offered, signal), signal, offered);

  const requestReset = async (email: string): Promise<Attempt> => {
    try {
      const { device } = await loadDevice();
      const sent = await device().session.call('forgotPassword', { email });
      return sent.ok ? { ok: true } : { ok: false, text: problemText(sent.problem) };
    } catch (reason) {
      return failedBy(reason);
    }
  };

  return (
    <StartPage
      signIn={signIn}
      enterLocked={enterLocked}
      unlock={unlock}
      findPasskey={findPasskey}
      requestReset={requestReset}
      registerHref={registerHref}
      wideRegisterHref={registering ? registerHref : wideRegisterHref}
      waiting={waiting}
      address={address}
      notice={lost ? problemText({ code: 'offline' }) : notice}
    />
  );
}

/** An offer that nobody took is no failure: nothing is said. */
const textOf = (problem: Problem, offered: boolean): string =>
  offered && problem.text === '' ? '' : problemText(problem);

/** Marks the page while what a sign-in leads to is fetched: the start screen's door opens meanwhile. */
async function behindTheDoor(fetch: () => Promise<void>): Promise<void> {
  const marks = document.documentElement.dataset;
  marks.entered = '';
  await fetch().finally(() => delete marks.entered);
}

/** Who is locked out here (D72): '' while the device reads the masked address, null where nobody is greeted. */
function useGreeted() {
  const [address, setAddress] = useState<string | null>(null);
  // Before the next paint, because the static page greets already where the hint says so.
  useLayoutEffect(() => {
    // After a lock in this page, the boot script's mark is of whoever was here before.
    document.documentElement.toggleAttribute('data-passkey', readHint().passkey);
    if (!isGreeted()) return;
    setAddress('');
    return whileHere(async () => {
      const read = await greetedAddress();
      // Whoever turned to another account, or to a session that ended, is not led back.
      setAddress((now) => (now === '' ? read : now));
      return () => {};
    });
  }, []);
  return { address, setAddress };
}

function isGreeted(): boolean {
  const { greeted, passkey } = readHint();
  return greeted && !passkey;
}

/** Whether a passkey of anybody's lies here. */
async function findPasskey(): Promise<boolean> {
  const { device } = await import('./device.ts');
  return (await device().session.passkeysHere()).length > 0;
}

const greetedAddress = async (): Promise<string | null> =>
  isGreeted() ? (await import('./device.ts')).device().session.keptAddress() : null;

/** Whether somebody types here. Nobody who has begun to use this page is taken away from it. */
const isBegun = (): boolean =>
  [...document.querySelectorAll('input')].some((field) => field.value !== '' || field === document.activeElement);

/** Begins something that has to load first. Returns a function that ends it, even before it began. */
function whileHere(begin: () => Promise<() => void>): () => void {
  let end: (() => void) | null = null;
  let gone = false;
  begin()
    .then((begun) => {
      if (gone) begun();
      else end = begun;
    })
    // Nothing on this screen needs it, so the next start tries again.
    .catch(() => undefined);
  return () => {
    gone = true;
    end?.();
  };
}

const startPage = () => '/';

/** The start screen as prerendered. Before the router and its notices are there, it has its own. */
export function FirstStart(props: StartProps) {
  const [notices, setNotices] = useState<HTMLDivElement | null>(null);
  useRoomFor(notices);
  return (
    <>
      <Start {...props} />
      <div ref={setNotices} className={styles.notices} role="status" aria-live="polite" aria-atomic="false">
        <OfflineBanner />
        <VersionNotices address={startPage} />
      </div>
    </>
  );
}

/** Before the service worker is installed, the first press needs the network. Anything else failed on this device. */
function failedBy(reason: unknown): Attempt {
  console.error(reason);
  if (!(reason instanceof MissingPart)) return { ok: false, text: UNABLE };
  return { ok: false, text: reason.isAnswered ? LOADS_AGAIN : problemText({ code: 'offline' }) };
}

const LOADS_AGAIN =
  'A esta página le falta una parte. Inténtalo otra vez y se cargará de nuevo: lo que escribiste aquí no se guarda.';
const UNABLE = `${capital(thisDevice())} no pudo hacerlo. Inténtalo de nuevo.`;
