import { type ReactNode, useEffect, useState } from 'react';
import type { FileFieldProps } from '#forms/file-field.tsx';
import { useAnswer } from '#forms/hooks.ts';
import { usePapers } from '#papers/hooks.ts';
import { refundFields } from '#rules/refund-form.ts';
import type { ReadPaper } from './paper/read-paper.tsx';
import type { PaperFacts } from './paper/reading.ts';
import type { XmlHandedOver } from './paper/use-reading.ts';
import { PAPER_READ } from './refund-draft.ts';

/** What a field hands over so that its papers are read. */
export type ReadsPapers = Pick<FileFieldProps, 'onPhoto' | 'aside'>;

interface InvoiceFieldProps extends PaperFacts {
  /** Told whether the card shows amount and currency, so that their fields need not. */
  onFold: (folded: boolean) => void;
  children: (reading: ReadsPapers) => ReactNode;
}

/**
 * The invoice's slot, and below it what the invoice says (D75). What reads it comes with the first file; where that is not
 * possible the form is as without it.
 */
export function InvoiceField({ children, ...props }: InvoiceFieldProps) {
  const papers = usePapers();
  const { value } = useAnswer('documentoFactura', refundFields.documentoFactura.label);
  const read = useAnswer(PAPER_READ, '');
  const [xml, setXml] = useState<XmlHandedOver | null>(null);
  const { Card, missing } = useCard(papers && (xml ?? value ?? read.value));
  if (!papers) return children({});
  return (
    <div className={missing && xml ? 'stack-5' : undefined}>
      {children({
        onPhoto: papers.note,
        aside: {
          accept: ',text/xml,application/xml,.xml,.zip',
          isOne: isXml,
          take: (file, onUsed) => setXml({ file, onUsed }),
        },
      })}
      {Card && <Card {...props} papers={papers} xml={xml} />}
      {missing && xml && <p role="alert">Ahora no podemos leer el XML. Adjunta la factura en PDF o en foto.</p>}
    </div>
  );
}

/** An XML, or the zip that Colombia's issuers put it in: by its type, or by its name where a system tells no type. */
const isXml = ({ name, type }: Pick<File, 'name' | 'type'>): boolean => /[./](xml|zip)$/im.test(`${name}\n${type}`);

/** The card, once there is a paper; missing without a connection before the first time. Each further paper asks again. */
function useCard(paper: unknown) {
  const [card, setCard] = useState<{ Card: typeof ReadPaper | null; missing: boolean }>({ Card: null, missing: false });
  useEffect(() => {
    if (!paper) return;
    import('./paper/read-paper.tsx').then(
      ({ ReadPaper }) => setCard({ Card: ReadPaper, missing: false }),
      () => setCard({ Card: null, missing: true }),
    );
  }, [paper]);
  return card;
}
