import { useState } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { VisitLink } from '#ui/controls/visit-link.tsx';
import { ignoreSecondPress } from '#ui/hooks/second-press.ts';
import { focusIfLost } from '#ui/hooks/title-focus.ts';
import { LiveRegion } from '#ui/states/live-region.tsx';

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
  /** What is paid, where a screen offers several payments. */
  about?: string | undefined;
  onGo: () => void;
}

/**
 * Leads to a payment page in two steps: it fetches the address, then the customer taps a real link. Safari blocks a window that
 * a script opens after waiting. The link takes the focus only where the pressed button had it: whoever went on to something
 * else meanwhile stays there, and hears the note.
 */
export function PayLink({ label, ask, goLabel, off, note, about, onGo }: PayLinkProps) {
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

  return (
    <div className="stack-2">
      {address && !off ? (
        <VisitLink
          look="accent"
          about={about}
          href={address}
          ref={focusIfLost}
          onGo={onGo}
          onSpent={() => {
            setGone(true);
            show(null);
          }}
        >
          {goLabel}
        </VisitLink>
      ) : (
        <Button
          // Inside a form, Enter in a field presses it.
          type="submit"
          about={about}
          onClick={press}
          loading={asking}
          disabled={off !== undefined}
          why={off}
          // After the payment page the focus is where it was.
          ref={gone ? focusIfLost : undefined}
        >
          {label}
        </Button>
      )}
      {off && <p className="soft small">{off}</p>}
      <LiveRegion>{address && !off && <p className="soft small">{note}</p>}</LiveRegion>
    </div>
  );
}
