import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ageOf, MINUTE_MS } from '#contract/age.ts';
import { onSense } from '#senses/page.ts';
import { Button } from '#ui/controls/button.tsx';
import { useIsMounted } from '#ui/hooks/is-mounted.ts';
import type { Attempt } from './login-form.tsx';
import styles from './start-page.module.css';
import { words } from './words.ts';

export interface PasskeyUnlock {
  busy: boolean;
  /** What the last press failed of; '' when nothing did. */
  problem: string;
  /** The same of a passkey that was chosen in the email field. */
  atField: string;
  press: () => Promise<void>;
}

/** The passkey button. CSS shows it by a mark of the boot script, so that the static page has it at once. */
export function Unlock({ passkey: { busy, problem, press } }: { passkey: PasskeyUnlock }) {
  return (
    <div className="stack-3">
      <div role="alert">{problem && <p className={styles.problem}>{problem}</p>}</div>
      <Button icon="fingerprint" loading={busy} onClick={press}>
        {words.unlock}
      </Button>
    </div>
  );
}

/** A browser that fails at once, without asking anybody, would be asked for ever. */
const MAX_OFFERS = 3;
/** The server's question is good for five minutes; a passkey that answers an older one is refused. */
const OFFER_LIFE_MS = 4 * MINUTE_MS;

/** Signs in by the passkey at a press. Until then the browser may offer the passkey in the email field. */
export function usePasskeyUnlock(
  unlock: (offered: boolean, signal: AbortSignal) => Promise<Attempt>,
  begin: () => AbortSignal,
): PasskeyUnlock {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [atField, setAtField] = useState('');
  const isMounted = useIsMounted();
  const latest = useRef(0);
  const offer = useEffectEvent(async () => {
    // The browser ends what was offered before, or what a press asks: that press is not to be lost.
    if (busy) return;
    latest.current += 1;
    const mine = latest.current;
    const can = await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.();
    const isWanted = () => can && isMounted() && mine === latest.current;
    for (let offers = 0; offers < MAX_OFFERS && isWanted(); offers += 1) {
      const attempt = await unlock(true, new AbortController().signal);
      // Nobody took the offer, so another one would end like it.
      if (attempt.ok || attempt.text === '' || !isWanted()) return;
      setAtField(attempt.text);
    }
  });
  useEffect(() => {
    if (!('passkey' in document.documentElement.dataset)) return;
    let offeredAt = 0;
    const begin = () => {
      offeredAt = Date.now();
      void offer();
    };
    const renew = () => {
      const age = ageOf(offeredAt, Date.now());
      if (!document.hidden && (age === null || age >= OFFER_LIFE_MS)) begin();
    };
    begin();
    const timer = setInterval(renew, OFFER_LIFE_MS);
    // Without a connection there was no question, and the offer opens the device alone.
    const unsense = onSense(['shown', 'back', 'online'], (sense) => (sense === 'online' ? begin() : renew()));
    return () => {
      clearInterval(timer);
      unsense();
    };
  }, []);
  const press = async () => {
    setBusy(true);
    setProblem('');
    setAtField('');
    const attempt = await unlock(false, begin());
    if (attempt.ok) return;
    setBusy(false);
    setProblem(attempt.text);
  };
  return { busy, problem, atField, press };
}
