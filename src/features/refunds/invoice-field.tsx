import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { fileOf } from '#forms/answers.ts';
import type { FileFieldProps } from '#forms/file-field.tsx';
import { useAnswer } from '#forms/hooks.ts';
import type { Reading } from '#papers/client.ts';
import { usePapers } from '#papers/hooks.ts';
import { PAPER_READ } from '#requests/open-drafts.ts';
import { refundFields } from '#rules/refund-form.ts';
import { Button } from '#ui/controls/button.tsx';
import { useBusy } from '#ui/hooks/use-busy.ts';
import type { ReadPaper } from './paper/read-paper.tsx';
import type { PaperFacts } from './paper/reading.ts';
import type { FoundCode, HandedOver } from './paper/use-reading.ts';

/** What a field hands over so that its papers are read. */
type ReadsPapers = Pick<FileFieldProps, 'onPhoto' | 'aside' | 'found' | 'isReading'>;

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
  const [handed, setHanded] = useState<HandedOver | null>(null);
  const [isScanning, setScanning] = useState(false);
  /** Whether a code was to be scanned: what is missing for that is told. */
  const [hasAsked, setAsked] = useState(false);
  const [found, setFound] = useState<FoundCode | null>(null);
  const [searched, setSearched] = useState<ArrayBuffer | null>(null);
  const { Card, missing, load } = useCard(papers && (handed ?? value ?? read.value));
  const { busy, run: scan } = useBusy(async () => {
    setAsked(true);
    setScanning(await load());
  });
  if (!papers) return children({});
  const scanning = {
    onClose: () => setScanning(false),
    onFound(reading: Reading) {
      setScanning(false);
      setHanded({ from: 'scan', reading });
    },
  };
  return (
    <div className={missing && (handed || hasAsked) ? 'stack-5' : undefined}>
      <div className="stack-2">
        {children({
          onPhoto: papers.note,
          isReading: searched !== null && searched === fileOf(value)?.bytes,
          found: (photo) => (found?.photo === photo ? found.place : null),
          aside: {
            accept: ',text/xml,application/xml,.xml,.zip',
            isOne: isXml,
            take: (file, onUsed) => setHanded({ from: 'xml', file, onUsed }),
          },
        })}
        {!fileOf(value) && (
          <Button look="quiet" size="small" icon="code" loading={busy} onClick={() => scan()}>
            Escanear el código
          </Button>
        )}
      </div>
      {Card && (
        <Card
          {...props}
          papers={papers}
          handed={handed}
          scanning={isScanning ? scanning : null}
          onReading={setSearched}
          onFound={setFound}
        />
      )}
      {missing && (handed || hasAsked) && (
        <p role="alert">Ahora no podemos leer {handed ? 'el XML' : 'códigos'}. Adjunta la factura en PDF o en foto.</p>
      )}
    </div>
  );
}

/** An XML, or the zip that Colombia's issuers put it in: by its type, or by its name where a system tells no type. */
const isXml = ({ name, type }: Pick<File, 'name' | 'type'>): boolean => /[./](xml|zip)$/im.test(`${name}\n${type}`);

/**
 * The card, once there is a paper or `load` was called, which returns whether it is there. It is missing without a connection before
 * the first time; each further paper and call is a new try.
 */
function useCard(paper: unknown) {
  const [card, setCard] = useState<{ Card: typeof ReadPaper | null; missing: boolean }>({ Card: null, missing: false });
  const load = async () => {
    setCard((before) => ({ ...before, missing: false }));
    const loaded = await import('./paper/read-paper.tsx').catch(() => null);
    setCard({ Card: loaded?.ReadPaper ?? null, missing: loaded === null });
    return loaded !== null;
  };
  const look = useEffectEvent(() => void load());
  useEffect(() => {
    if (paper) look();
  }, [paper]);
  return { ...card, load };
}
