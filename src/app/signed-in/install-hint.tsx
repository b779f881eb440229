import { useState } from 'react';
import { installsByShare } from '#rules/installing.ts';
import { thisDevice } from '#senses/this-device.ts';
import { Icon } from '#ui/base/icon.tsx';
import { Offer } from '#ui/cards/offer.tsx';
import { Button } from '#ui/controls/button.tsx';
import { isInstalled } from '#ui/hooks/installed.ts';
import { readHint } from '../hint.ts';
import { canPrompt, promptInstall } from '../install-prompt.ts';
import { answerInstall, isInstallDue } from '../offers-note.ts';
import styles from './offers.module.css';

/**
 * Tells once that Amparo can be installed, and how in this browser. It is decided when home opens: a card that appears later
 * would move what the customer is about to press.
 */
export function InstallHint({ onAnswer }: { onAnswer: () => void }) {
  const [way] = useState(wayToInstall);
  const [busy, setBusy] = useState(false);
  if (!way) return null;
  const answer = () => {
    answerInstall();
    onAnswer();
  };
  const install = () => {
    setBusy(true);
    // Either answer to the browser's question counts as an answer to the hint.
    promptInstall().then(answer, answer);
  };
  return (
    <section className={styles.offer} aria-labelledby="install-hint" data-passing>
      <Offer
        icon="device"
        title="Ten Amparo a mano"
        titleId="install-hint"
        wide
        actions={
          <>
            {way === 'prompt' && (
              <Button look="line" size="small" fit loading={busy} onClick={install}>
                Instalar
              </Button>
            )}
            <Button look={way === 'prompt' ? 'quiet' : 'line'} size="small" fit disabled={busy} onClick={answer}>
              {way === 'prompt' ? 'Ahora no' : 'Entendido'}
            </Button>
          </>
        }
      >
        {way === 'share' ? (
          <>
            Toca Compartir{' '}
            <span className={styles.sign}>
              <Icon name="share" size={18} />
            </span>{' '}
            en tu navegador y elige <b>«Agregar a inicio»</b>. Amparo se abre entonces como una app más, también sin
            señal.
          </>
        ) : (
          `Instálala en ${thisDevice()}: se abre como una app más, también sin señal.`
        )}
      </Offer>
    </section>
  );
}

/** Null when the hint is not due, the app is installed, or this browser cannot install it. */
function wayToInstall(): 'prompt' | 'share' | null {
  if (!isInstallDue() || isInstalled()) return null;
  if (canPrompt()) return 'prompt';
  // The icon's app has a storage of its own. Only this browser can send what waits here (F26).
  if (readHint().waiting > 0) return null;
  const { userAgent, maxTouchPoints } = navigator;
  return installsByShare({ userAgent, maxTouchPoints, installed: false }) ? 'share' : null;
}
