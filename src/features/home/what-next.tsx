import { screens } from '#rules/screens.ts';
import { RowGroup } from '#ui/lists/rows.tsx';
import { billLine, draftLines, MAX_REFUNDS, type NextLine, refundLines } from './next-lines.ts';
import { NextRow } from './next-row.tsx';
import type { WhatNextNow } from './use-what-next.ts';

interface WhatNextProps {
  next: WhatNextNow;
  locale: string;
  now: Date;
}

/** The customer's next steps over all policies: refunds in progress, the next bill, and drafts. */
export function WhatNext({ next, locale, now }: WhatNextProps) {
  if (next.nothing) return null;
  const lines = [
    ...refundLines(next, locale),
    moreLine(next.open.slice(MAX_REFUNDS)),
    billLine(next, locale, now),
    ...draftLines(next, false),
  ].filter((line) => line !== null);
  return (
    <section className="stack-list" aria-labelledby="what-next">
      <h2 id="what-next">Lo que sigue</h2>
      <RowGroup>
        {lines.map((line) => (
          <NextRow key={line.key} line={line} />
        ))}
      </RowGroup>
    </section>
  );
}

function moreLine([first, ...others]: WhatNextNow['open']): NextLine | null {
  if (!first) return null;
  const more = others.length + 1;
  const title = more === 1 ? 'Y 1 reembolso más en curso' : `Y ${more} reembolsos más en curso`;
  return { key: 'more', icon: 'refund', title, about: '', to: screens.refunds(first.policyId) };
}
