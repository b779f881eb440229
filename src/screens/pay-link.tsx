import { useState } from 'react';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { ignoreSecondPress } from '#ui/hooks/second-press.ts';

interface PayLinkProps {
  /** 'Realizar pago' */
  label: string;
  /** Finds the address of the payment page. Null when there is none; the screen then says why. */
  ask: () => Promise<string | null>;
  /** 'Ir a pagar' */
  goLabel: string;
  /** Why it cannot be requested now. Shown below the button, which is then disabled. */
  off?: string | undefined;
  note: string;
  onGo: () => void;
}

/**
 * Leads to a payment page in two steps: it fetches the address, then the customer taps a real link. Safari blocks a window that
 * a script opens after waiting.
 */
export function PayLink({ label, ask, goLabel, off, note, onGo }: PayLinkProps) {
  const [asking, setAsking] = useState(false);
  const [address, setAddress] = useState<string | null>(null);
  const [gone, setGone] = useState(false);

  // Button and link appear at the same place, one after the other.
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
      <div className="stack-2">
        <ButtonLink
          look="accent"
          href={address}
          target="_blank"
          rel="noopener noreferrer"
          ref={focusOnce}
          onClick={() => {
            onGo();
            setGone(true);
            // The address is valid for one visit. The next one requests a new one.
            setTimeout(() => show(null), 0);
          }}
        >
          {goLabel}
        </ButtonLink>
        <p className="soft small" role="status">
          {note}
        </p>
      </div>
    );
  }
  return (
    <div className="stack-2">
      <Button
        // Inside a form, Enter in a field presses it.
        type="submit"
        onClick={press}
        loading={asking}
        disabled={off !== undefined}
        why={off}
        // After the payment page the focus is where it was.
        ref={gone ? focusOnce : undefined}
      >
        {label}
      </Button>
      {off && <p className="soft small">{off}</p>}
    </div>
  );
}

/** Focuses the element that replaces the pressed one, so that Enter now opens the page. */
const focusOnce = (pressed: HTMLElement | null): void => pressed?.focus();
