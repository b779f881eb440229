import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { PersonalInformation } from '#contract/account.ts';
import { personalInformation, policies } from '#mirror/collections.ts';
import { useMirrored } from '#mirror/hooks.tsx';
import { useSession } from '#session/hooks.ts';
import { Button } from '#ui/button.tsx';
import { LogoMark } from '#ui/logo.tsx';
import styles from './created-screen.module.css';
import { words } from './words.ts';

/** V2.40: the account is there; the way into it opens once its policies have loaded. */
export function CreatedScreen() {
  const session = useSession();
  const navigate = useNavigate();
  const mirrored = useMirrored(policies);
  const texts = textsOf(useMirrored(personalInformation).groups?.[0]?.rows[0]);
  const title = useRef<HTMLHeadingElement>(null);
  const way = useRef<HTMLButtonElement>(null);
  const [entering, setEntering] = useState(false);
  const loaded = mirrored.groups !== null;

  const leave = useEffectEvent(() => void navigate({ to: '/', replace: true }));
  useEffect(() => {
    title.current?.focus({ preventScroll: true });
    // Whoever comes here by the address without an account just made has nothing to enter.
    void session.customer().then((who) => who ?? leave());
  }, [session]);

  const failed = !loaded && mirrored.problem !== null && !mirrored.refreshing;
  const enter = useEffectEvent(() => void navigate({ to: '/app', replace: true }));
  useEffect(() => {
    if (entering && loaded) enter();
  }, [entering, loaded]);
  const press = () => {
    setEntering(true);
    if (failed) void mirrored.refresh();
  };
  const retry = () => {
    // This button is gone while it is tried again; the focus waits on the one it is for.
    way.current?.focus();
    void mirrored.refresh();
  };
  return (
    <main className={styles.screen}>
      <LogoMark size={72} />
      <h1 ref={title} tabIndex={-1}>
        {words.createdTitle}
      </h1>
      {texts.ready && <p className="soft">{texts.ready}</p>}
      {texts.note && <p className={styles.proof}>{texts.note}</p>}
      <div className={styles.actions}>
        <Button ref={way} look="accent" loading={entering && !loaded && !failed} onClick={press}>
          {words.enter}
        </Button>
        <p className={styles.note} role="status">
          {failed ? words.policiesFailed : loaded ? '' : words.loadingPolicies}
        </p>
        {failed && (
          <Button look="line" onClick={retry}>
            {words.retry}
          </Button>
        )}
      </div>
    </main>
  );
}

/** D60: that the policies can be seen, or what is still to be proved before; in the demo, that it asks for no proof. */
function textsOf(info: PersonalInformation | undefined): { ready?: string; note?: string } {
  if (!info) return {};
  if (info.cuentaPendiente !== '') return { note: words.pending[info.cuentaPendiente] };
  return { ready: words.createdText, note: info.avisoCuenta };
}
