import { type ReactNode, useLayoutEffect } from 'react';
import { classNames } from '../base/class-names.ts';
import { Icon, type IconName } from '../base/icon.tsx';
import { ignoreSecondPress } from '../hooks/second-press.ts';
import { focusIfLost } from '../hooks/title-focus.ts';
import { Card } from './card.tsx';
import styles from './offer.module.css';

interface OfferProps {
  icon: IconName;
  title: string;
  titleId?: string;
  /** Two small buttons: one takes the offer, one declines. */
  actions: ReactNode;
  /** Whether the buttons stand beside the text on a desk. */
  wide?: boolean;
  children: ReactNode;
}

/** A card that offers something once: title, one sentence, and the buttons that answer it. */
export function Offer({ icon, title, titleId, actions, wide, children }: OfferProps) {
  // It goes with its answer, and what stands below moves to where the pressed button was.
  useLayoutEffect(() => () => void ignoreSecondPress(), []);
  return (
    <Card className={classNames('stack-2 unprinted', wide && styles.wide)}>
      <h2 id={titleId} className={styles.title}>
        <Icon name={icon} />
        <span>{title}</span>
      </h2>
      <p className="soft small">{children}</p>
      <div className={styles.actions}>{actions}</div>
    </Card>
  );
}

/** What became of an offer that was taken. It takes the focus of the button that it replaces, and is read by that. */
export function OfferAnswer({ icon, children }: { icon: IconName; children: string }) {
  return (
    <Card className="stack-2 unprinted">
      <p ref={focusIfLost} tabIndex={-1} className={styles.answer}>
        <Icon name={icon} />
        <span>{children}</span>
      </p>
    </Card>
  );
}
