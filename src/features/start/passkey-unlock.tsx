import { useEffect, useEffectEvent, useState } from 'react';
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
  greets: boolean,
  findPasskey: () => Promise<boolean>,
): PasskeyUnlock {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const [atField, setAtField] = useState('');
  const [found, setFound] = useState(false);
  const isMounted = useIsMounted();
  const find = useEffectEvent(async () => {
    // Nobody waits for it: the password opens as well.
    const isThere = await findPasskey().catch(() => false);
    if (!isThere || !isMounted()) return;
    document.documentElement.dataset.passkey = '';
    setFound(true);
  });
  // Whoever is greeted has none of their own. Whoever comes in their place may have one.
  useEffect(() => {
    if (!greets) return;
    return () => void find();
  }, [greets]);
  const offer = useEffectEvent(async (signal: AbortSignal) => {
    const can = await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.();
    const isWanted = () => can && isMounted() && !signal.aborted;
    for (let offers = 0; offers < MAX_OFFERS && isWanted(); offers += 1) {
      const attempt = await unlock(true, signal);
      // Nobody took the offer, so another one would end like it.
      if (attempt.ok || attempt.text === '' || !isWanted()) return;
      setAtField(attempt.text);
    }
  });
  useEffect(() => {
    // The browser asks one thing at a time: an offer would end what a press asks.
    if (busy || !(found || 'passkey' in document.documentElement.dataset)) return;
    let current = new AbortController();
    let offeredAt = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const begin = () => {
      clearTimeout(timer);
      current.abort();
      current = new AbortController();
      offeredAt = Date.now();
      timer = setTimeout(() => document.hidden || begin(), OFFER_LIFE_MS);
      void offer(current.signal);
    };
    begin();
    const unsense = onSense(['shown', 'back', 'online'], (sense) => {
      const age = ageOf(offeredAt, Date.now());
      // Without a connection there was no question, and the offer opens the device alone.
      if (sense === 'online' || age === null || age >= OFFER_LIFE_MS) begin();
    });
    return () => {
      clearTimeout(timer);
      current.abort();
      unsense();
    };
  }, [busy, found]);
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
