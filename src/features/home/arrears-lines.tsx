import type { Bill, Policy } from '#contract/policies.ts';
import { usePaymentOutcomes } from '#mirror/hooks.tsx';
import { today } from '#rules/dates.ts';
import { arrearsOf } from '#rules/home.ts';
import { exactMoney } from '#rules/money.ts';
import { policyCurrency, policyNames } from '#rules/policies.ts';
import { screens } from '#rules/screens.ts';
import { ScreenButton } from '#ui/controls/screen-link.tsx';
import styles from './arrears-lines.module.css';

interface ArrearsLinesProps {
  policies: readonly Policy[];
  /** The bills of each policy, as far as they are known. */
  bills: ReadonlyMap<string, readonly Bill[]> | null;
  locale: string;
  now: Date;
  onShowAll: () => void;
}

/** More lines would push the policies off the screen. */
const MAX_LINES = 3;

/** H4.2: the policies in arrears, whichever policy is in front: how long, how much and what for, and the button to pay. */
export function ArrearsLines({ policies, bills, locale, now, onShowAll }: ArrearsLinesProps) {
  const all = arrearsOf(policies, today(now), (policyId) => bills?.get(policyId) ?? []);
  const names = policyNames(policies);
  if (all.length === 0) return null;
  const more = all.length - MAX_LINES;
  return (
    <section aria-label="En impago">
      <ul className="stack-2">
        {all.slice(0, MAX_LINES).map(({ policy }) => (
          <Line
            key={policy.Policy}
            {...{ policy, locale }}
            bills={bills?.get(policy.Policy) ?? []}
            name={names.get(policy) ?? ''}
            day={today(now)}
          />
        ))}
      </ul>
      {more > 0 && (
        <button type="button" className={styles.more} onClick={onShowAll}>
          {more === 1 ? 'Y 1 póliza más' : `Y ${more} pólizas más`}
          <span className="visually-hidden"> en impago</span>
        </button>
      )}
    </section>
  );
}

interface LineProps {
  policy: Policy;
  bills: readonly Bill[];
  name: string;
  locale: string;
  /** Calendar date. */
  day: string;
}

function Line({ policy, bills, name, locale, day }: LineProps) {
  const outcomes = usePaymentOutcomes(policy);
  const [line] = arrearsOf([policy], day, () => bills, outcomes);
  if (!line) return null;
  const { lead, time, owed, way } = line;
  return (
    <li className={styles.line}>
      <p className={styles.text}>
        <b dir="auto">{name}</b>
        {'\u00a0· '}
        <span className="visually-hidden">{lead} </span>
        {time}{' '}
        {owed && (
          <span className="tabular block">
            {owed.amount !== null && exactMoney(owed.amount, policyCurrency(policy), locale)} {owed.reason}
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
          aria-label={`${way}: ${name}`}
        >
          {way}
        </ScreenButton>
      )}
    </li>
  );
}
