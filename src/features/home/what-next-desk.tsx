import { nearDate, today } from '#rules/dates.ts';
import { capital, dotted } from '#rules/joined.ts';
import { screens } from '#rules/screens.ts';
import { Card } from '#ui/cards/card.tsx';
import { SideHead } from '#ui/cards/side-head.tsx';
import { billLine, draftLines, dueText, moreLines, refundLines } from './next-lines.ts';
import { NextRow } from './next-row.tsx';
import type { WhatNextNow } from './use-what-next.ts';
import styles from './what-next-desk.module.css';

interface WhatNextDeskProps {
  next: WhatNextNow;
  locale: string;
  now: Date;
}

/**
 * On a desk what comes next has a card each: the bill with its amount, the refunds with how far they are. Both cards are
 * there from the start, so that nothing moves when their content arrives.
 */
export function WhatNextDesk({ next, locale, now }: WhatNextDeskProps) {
  return (
    <section className="stack-4" aria-labelledby="what-next">
      <h2 id="what-next" className="visually-hidden">
        Lo que sigue
      </h2>
      <NextBill next={next} locale={locale} now={now} />
      <UnderWay next={next} locale={locale} />
    </section>
  );
}

function NextBill({ next, locale, now }: WhatNextDeskProps) {
  const { due, areBillsKnown, named } = next;
  const line = billLine(next, locale, now);
  const about = due ? dotted(named(due.policy.Policy), dueText(due.bill, today(now), nearDate)) : '';
  return (
    <Card>
      <SideHead title="Próxima factura" {...(line?.to && { all: { text: 'Ver', to: line.to } })} />
      <p className={styles.amount}>{line?.figure ?? '–'}</p>
      <p className="soft small" dir="auto">
        {capital(about) || (areBillsKnown ? 'Ninguna por ahora' : '\u00a0')}
      </p>
    </Card>
  );
}

function UnderWay({ next, locale }: Pick<WhatNextDeskProps, 'next' | 'locale'>) {
  const { offering, areRefundsKnown } = next;
  const [first, ...others] = offering;
  // One history has all of one policy. Of several policies each has its own line.
  const more = others.length > 0 ? moreLines(next) : [];
  const lines = [...refundLines(next, locale), ...more, ...draftLines(next, true)];
  if (!first && lines.length === 0) return null;
  return (
    <Card className={styles.refunds ?? ''}>
      {first ? (
        <SideHead
          title="Reembolsos en curso"
          {...(others.length === 0 && { all: { text: 'Ver todos', to: screens.refunds(first.Policy) } })}
        />
      ) : (
        <SideHead title="Sin terminar" />
      )}
      <ul className={styles.rows}>
        {lines.length === 0 && <li className={styles.none}>{areRefundsKnown ? 'Ninguno por ahora' : ''}</li>}
        {lines.map((line) => (
          <NextRow key={line.key} line={line} flat />
        ))}
      </ul>
    </Card>
  );
}
