import type { Policy } from '#contract/policies.ts';
import { today } from '#rules/dates.ts';
import { arrearsOf } from '#rules/home.ts';
import { exactMoney } from '#rules/money.ts';
import { policyCurrency, policyNames } from '#rules/policies.ts';
import { avoidsLapsing } from '#rules/policy-status.ts';
import { screens } from '#rules/screens.ts';
import { Icon } from '#ui/base/icon.tsx';
import { ScreenButton } from '#ui/controls/screen-link.tsx';
import styles from './arrears-lines.module.css';

interface ArrearsLinesProps {
  policies: readonly Policy[];
  locale: string;
  now: Date;
  onShowAll: () => void;
}

/** More lines would push the policies off the screen. */
const MAX_LINES = 3;

/** H4.2: the policies in arrears, whichever policy is in front: how much time is left, and the button to pay. */
export function ArrearsLines({ policies, locale, now, onShowAll }: ArrearsLinesProps) {
  const all = arrearsOf(policies, today(now));
  const names = policyNames(policies);
  if (all.length === 0) return null;
  const more = all.length - MAX_LINES;
  return (
    <section aria-label="En impago">
      <ul className="stack-2">
        {all.slice(0, MAX_LINES).map(({ policy, text, way }) => (
          <li key={policy.Policy} className={styles.line}>
            <Icon name="alert" size={20} />
            <p className={styles.text}>
              <b dir="auto">{names.get(policy)}:</b> {text}
              {way === 'Pagar' && avoidsLapsing(policy) && (
                <span className={styles.amount}>
                  {' '}
                  para pagar {exactMoney(policy.AmountAvoidLapsingPolicy, policyCurrency(policy), locale)}
                </span>
              )}
            </p>
            {way && (
              <ScreenButton
                look="danger"
                size="small"
                fit
                className={styles.pay ?? ''}
                to={screens.invoices(policy, true)}
                aria-label={`${way}: ${names.get(policy)}`}
              >
                {way}
              </ScreenButton>
            )}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <button type="button" className={styles.more} onClick={onShowAll}>
          {more === 1 ? 'Y 1 póliza más en impago' : `Y ${more} pólizas más en impago`}
        </button>
      )}
    </section>
  );
}
