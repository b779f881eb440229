import type { ReactNode } from 'react';
import { classNames } from '#ui/base/class-names.ts';
import { sticks } from '#ui/hooks/sticks.ts';
import styles from './step-foot.module.css';

/** The way on of a screen's form: at the window's lower edge while the form goes on below it, above a phone's keyboard too. */
export function StepFoot({ className, children }: { className?: string | undefined; children: ReactNode }) {
  return (
    <div ref={sticks} className={classNames(styles.foot, className)} data-foot>
      {children}
    </div>
  );
}
