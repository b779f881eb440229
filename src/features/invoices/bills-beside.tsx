import { useState } from 'react';
import type { Policy } from '#contract/policies.ts';
import { bills as billsCollection, type Collection, policies, type Wanted } from '#mirror/collections.ts';
import { type MirroredView, useMirrored, useMirroredRows } from '#mirror/hooks.tsx';
import { canPayBills } from '#rules/bills.ts';
import { daysBetween, nearDate, shortly, weekday } from '#rules/dates.ts';
import { exactMoney } from '#rules/money.ts';
import { isInArrears, policyCurrency, policyName } from '#rules/policies.ts';
import { policyColour } from '#rules/policy-status.ts';
import { screens } from '#rules/screens.ts';
import { comingBills, type DueBill } from '#rules/year-ahead.ts';
import { Icon } from '#ui/base/icon.tsx';
import { signsOf } from '#ui/base/signs.ts';
import { Button } from '#ui/controls/button.tsx';
import { ScreenLink } from '#ui/controls/screen-link.tsx';
import { useWide } from '#ui/hooks/media.ts';
import { addToCalendar, NO_AMOUNT } from './bill-calendar.ts';
import { entryNames } from './bill-keys.ts';
import styles from './bills-beside.module.css';

const NONE: readonly [] = [];

/** The customer's other policies with their bills, and the parts that those are; none where the screen shows none of them. */
export function useOtherPolicies(policyId: string, none: boolean) {
  const all = useMirrored(policies).groups?.flatMap(({ rows }) => rows) ?? NONE;
  const others = none ? NONE : all.filter(({ Policy }) => Policy !== policyId);
  const bills = useMirroredRows(
    billsCollection,
    others.map(({ Policy }) => Policy),
  );
  return {
    owed: others.map((policy) => ({ policy, bills: bills?.get(policy.Policy) ?? NONE })),
    parts: others.map(({ Policy }): Wanted => [billsCollection as Collection<unknown>, Policy]),
  };
}

interface BillsBesideProps {
  /** Nothing stands here before the policy and its bills are known. */
  policy: Policy | null | undefined;
  view: Pick<MirroredView<unknown>, 'groups'>;
  /** Of the policy, the first one first. */
  coming: readonly DueBill[];
  others: Pick<ReturnType<typeof useOtherPolicies>, 'owed'>;
  locale: string;
  /** Calendar date. */
  today: string;
}

/** On a desk the next bill of the policy; what comes earlier on others. D32: neither is payable. */
export function BillsBeside({ policy, view, coming, others, locale, today }: BillsBesideProps) {
  const wide = useWide();
  if (!policy || !view.groups) return null;
  const [next] = coming;
  const elsewhere = others.owed
    .flatMap((other) => {
      const [first] = comingBills(other.policy, other.bills, today);
      return first && (!next || first.EffectiveTo < next.EffectiveTo) ? [{ policy: other.policy, bill: first }] : [];
    })
    .sort((a, b) => a.bill.EffectiveTo.localeCompare(b.bill.EffectiveTo));
  return (
    <>
      {wide && <NextBill {...{ policy, coming, locale, today }} />}
      {elsewhere.length > 0 && (
        <Elsewhere title={next ? 'Antes, en otras pólizas' : 'En otras pólizas'} {...{ elsewhere, locale, today }} />
      )}
      {next && canPayBills(policy, true) && !isInArrears(policy) && (
        <p className={styles.note}>
          <Icon name="info" size={20} />
          Si tu póliza entra en impago, la pagas en Facturas impagadas.
        </p>
      )}
    </>
  );
}

interface NextBillProps extends Pick<BillsBesideProps, 'coming' | 'locale' | 'today'> {
  policy: Policy;
}

/** How much is due next, and when. Without a second column it stands first. */
export function NextBill({ policy, coming, locale, today }: NextBillProps) {
  const [next] = coming;
  if (!next) return null;
  const amount = exactMoney(next.DuePremium, policyCurrency(policy), locale) || NO_AMOUNT;
  return (
    <section className={styles.next} aria-label="La próxima factura">
      <p className="small">La próxima, {daysText(daysBetween(today, next.EffectiveTo))}</p>
      <p className={styles.figure} style={signsOf(amount)}>
        {amount}
      </p>
      <p className="small">
        Vence el {weekday(next.EffectiveTo)} {nearDate(next.EffectiveTo, today)}
      </p>
      <Button
        look="line"
        size="small"
        icon="calendar"
        className={styles.add ?? ''}
        onClick={() => addToCalendar(coming, entryNames(coming), policy, locale)}
      >
        {coming.length === 1 ? 'Añadirla al calendario' : `Añadir las ${coming.length} al calendario`}
      </Button>
    </section>
  );
}

/** 'hoy', 'mañana', 'en 9 días' */
const daysText = (days: number): string => ['hoy', 'mañana'][days] ?? `en ${days} días`;

interface ElsewhereProps extends Pick<BillsBesideProps, 'locale' | 'today'> {
  title: string;
  elsewhere: readonly { policy: Policy; bill: DueBill }[];
}

const NO_BREAK = '\u00a0';

/** So many are seen at first. */
const FEW = 3;

function Elsewhere({ title, elsewhere, locale, today }: ElsewhereProps) {
  const [all, setAll] = useState(false);
  return (
    <section className={styles.others} aria-labelledby="elsewhere">
      <div className={styles.head}>
        <h2 id="elsewhere">{title}</h2>
        {elsewhere.length > FEW && (
          <button type="button" className={styles.more} aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Ver menos' : `Ver las ${elsewhere.length}`}
          </button>
        )}
      </div>
      <ul className="ruled">
        {elsewhere.slice(0, all ? undefined : FEW).map(({ policy, bill }) => (
          <li key={policy.Policy}>
            <ScreenLink className={styles.other} to={screens.invoices(policy, false)}>
              <span className="policy-arch" data-kind={policyColour(policy)} aria-hidden="true" />
              <span>
                <b dir="auto">{policyName(policy)}</b>
                <span className="detail">
                  {policy.PolicyNumber.trim() && (
                    <>
                      <bdi>{policy.PolicyNumber}</bdi> ·{' '}
                    </>
                  )}
                  {shortly(bill.EffectiveTo, today).replaceAll(' ', NO_BREAK)}
                </span>
              </span>
              <span className="bold tabular">{exactMoney(bill.DuePremium, policyCurrency(policy), locale)}</span>
            </ScreenLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
