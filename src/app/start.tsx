import { useEffect, useState } from 'react';
import type { Attempt } from '#features/start/login-form.tsx';
import { StartPage } from '#features/start/start-page.tsx';
import { wordsFor } from '#rules/problem-words.ts';
import { readHint } from './hint.ts';
import { currentNotice, type Destination, takeDestination } from './notice.ts';
import { OfflineBanner } from './offline.tsx';
import { registerHref, wideRegisterHref } from './prerender/register-address.ts';
import styles from './start.module.css';

/**
 * The start screen with its actions. The database, the session and all that is behind them load at the first press; only on
 * a device that already knows a customer do they load once the page stands.
 */
export function Start({ go }: { go: (to: Destination) => Promise<void> }) {
  const [notice] = useState(currentNotice);
  // The hint is read after the first render, because the page built beforehand knows nothing of this device.
  const [waiting, setWaiting] = useState(0);
  useEffect(() => {
    const known = readHint();
    setWaiting(known.waiting);
    if (known.waiting > 0 || notice) void import('./device.ts');
  }, [notice]);

  const signIn = async (email: string, password: string): Promise<Attempt> => {
    const { enter } = await import('./enter.ts');
    const entered = await enter(email, password);
    if (!entered.ok) return { ok: false, text: wordsFor(entered.problem) };
    await go(takeDestination());
    return { ok: true };
  };

  const requestReset = async (email: string): Promise<Attempt> => {
    const { device } = await import('./device.ts');
    const sent = await device().session.call('forgotPassword', { email });
    return sent.ok ? { ok: true } : { ok: false, text: wordsFor(sent.problem) };
  };

  return (
    <>
      <StartPage
        signIn={signIn}
        requestReset={requestReset}
        registerHref={registerHref}
        wideRegisterHref={wideRegisterHref}
        waiting={waiting}
        notice={notice}
      />
      <div className={styles.notices}>
        <OfflineBanner />
      </div>
    </>
  );
}
