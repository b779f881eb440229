import { useState } from 'react';
import { installsByShare } from '#rules/installing.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import { isInstalled } from '#ui/installed.ts';
import { answerInstall, isInstallDue } from '../install-note.ts';
import { canPrompt, promptInstall } from '../install-prompt.ts';
import styles from './install-hint.module.css';

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
    <section className={styles.hint} aria-labelledby="install-hint" data-passing>
      <Card className={styles.card}>
        <h2 id="install-hint" className={styles.title}>
          <Icon name="device" />
          <span>Ten Amparo a mano</span>
        </h2>
        <p className={styles.text}>
          {way === 'share' ? (
            <>
              Pulsa Compartir{' '}
              <span className={styles.sign}>
                <Icon name="share" size={18} />
              </span>{' '}
              en tu navegador y elige <b>«Añadir a pantalla de inicio»</b>. Amparo se abre entonces como una app más,
              también sin señal.
            </>
          ) : (
            'Instálala en este dispositivo: se abre como una app más, también sin señal.'
          )}
        </p>
        <div className={styles.actions}>
          {way === 'prompt' && (
            <Button look="line" size="small" fit loading={busy} onClick={install}>
              Instalar
            </Button>
          )}
          <Button look={way === 'prompt' ? 'quiet' : 'line'} size="small" fit disabled={busy} onClick={answer}>
            {way === 'prompt' ? 'Ahora no' : 'Entendido'}
          </Button>
        </div>
      </Card>
    </section>
  );
}

/** Null when the hint is not due, the app is installed, or this browser cannot install it. */
function wayToInstall(): 'prompt' | 'share' | null {
  if (!isInstallDue() || isInstalled()) return null;
  if (canPrompt()) return 'prompt';
  const { userAgent, maxTouchPoints } = navigator;
  return installsByShare({ userAgent, maxTouchPoints, installed: false }) ? 'share' : null;
}
