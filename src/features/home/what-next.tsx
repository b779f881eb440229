import { RowGroup } from '#ui/lists/rows.tsx';
import { billLine, draftLines, moreLines, refundLines } from './next-lines.ts';
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
    ...moreLines(next),
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
