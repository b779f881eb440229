import { useState } from 'react';
import { Button, ButtonLink } from './button.tsx';
import styles from './pay-link.module.css';
import { ignoreSecondPress } from './second-press.ts';

interface PayLinkProps {
  /** 'Realizar pago' */
  label: string;
  /** Finds the address of the payment page; null when there is none, which the screen has said by then. */
  ask: () => Promise<string | null>;
  /** 'Ir a pagar' */
  goLabel: string;
  /** Why it cannot be asked for now; shown below the button, which is then off. */
  off?: string | undefined;
  note: string;
  onGo: () => void;
}

/**
 * The way to a payment page in two steps: the address is fetched first, then the customer taps a real anchor. A window that a
 * script opens after waiting is blocked by Safari.
 */
export function PayLink({ label, ask, goLabel, off, note, onGo }: PayLinkProps) {
  const [asking, setAsking] = useState(false);
  const [address, setAddress] = useState<string | null>(null);
  const [gone, setGone] = useState(false);

  // Both stand at the same place, one after the other.
  const show = (next: string | null) => {
    setAddress(next);
    ignoreSecondPress();
  };
  const press = async () => {
    setAsking(true);
    show(await ask().finally(() => setAsking(false)));
  };

  if (address && !off) {
    return (
      <div className={styles.pay}>
        <ButtonLink
          look="accent"
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          ref={focusOnce}
          onClick={() => {
            onGo();
            setGone(true);
            // The address is good for one visit; the next one asks anew.
            setTimeout(() => show(null), 0);
          }}
        >
          {goLabel}
        </ButtonLink>
        <p className={styles.note} role="status">
          {note}
        </p>
      </div>
    );
  }
  return (
    <div className={styles.pay}>
      <Button
        // Inside a form, Enter in a field presses it.
        type="submit"
        onClick={press}
        loading={asking}
        disabled={off !== undefined}
        // Who comes back from the payment page is where they were.
        ref={gone ? focusOnce : undefined}
      >
        {label}
      </Button>
      {off && <p className={styles.note}>{off}</p>}
    </div>
  );
}

/** The press that asked leads on: Enter now opens the page. */
const focusOnce = (pressed: HTMLElement | null): void => pressed?.focus();
