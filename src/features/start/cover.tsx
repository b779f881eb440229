import type { MouseEvent, ReactNode } from 'react';
import { classNames } from '#ui/base/class-names.ts';
import { Logo } from '#ui/base/logo.tsx';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { StartArches } from './arches.tsx';
import { type PasskeyUnlock, Unlock } from './passkey-unlock.tsx';
import styles from './start-page.module.css';
import { words } from './words.ts';

interface CoverProps {
  open: boolean;
  greets: boolean;
  registerHref: string;
  passkey: PasskeyUnlock;
  show: (event: MouseEvent<HTMLElement>) => void;
  /** Why the customer is here again, on a phone. */
  children: ReactNode;
}

/** The figure, and what it says. On a phone also the ways in. */
export function Cover({ open, greets, registerHref, passkey, show, children }: CoverProps) {
  return (
    <div className={styles.cover} inert={open}>
      <div className={styles.hero}>
        <div className={styles.brand}>
          <Logo />
        </div>
        <StartArches />
      </div>
      <div className={styles.pitch}>
        <h1 className={styles.slogan} tabIndex={-1}>
          <span className={styles.plain}>{words.slogan}</span>
          <span className={styles.passkey}>{words.welcomeBack}</span>
          <span className={styles.greeted} aria-hidden={!greets}>
            <span className={styles.phone}>{words.welcomeBack}</span>
            <span className={styles.wide}>{words.closed}</span>
          </span>
        </h1>
        <p className={styles.text}>
          <span className={styles.plain}>{words.pitch}</span>
          <span className={styles.passkey}>{words.unlockText}</span>
          <span className={styles.greeted} aria-hidden={!greets}>
            <span className={styles.wide}>{words.closedText}</span>
          </span>
        </p>
        <div className={styles.phone}>
          {children}
          <div className={classNames('stack-3', styles.passkey)}>
            <Unlock passkey={passkey} />
            <Button look="line" onClick={show} data-ingresa aria-haspopup="dialog">
              {words.withPassword}
            </Button>
            <p className={styles.newcomer}>
              {words.newHere} <a href={registerHref}>{words.register}</a>
            </p>
          </div>
          <div className={classNames('stack-3', styles.plain)}>
            <Button onClick={show} data-ingresa aria-haspopup="dialog">
              {words.enter}
            </Button>
            <ButtonLink look="line" href={registerHref}>
              {words.register}
            </ButtonLink>
          </div>
        </div>
      </div>
    </div>
  );
}
