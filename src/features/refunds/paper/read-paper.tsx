import { useEffect, useEffectEvent, useState } from 'react';
import { fileOf } from '#forms/answers.ts';
import { focusField } from '#forms/focus-field.ts';
import { fromTypedDate, longDate, today, toTypedDate } from '#rules/dates.ts';
import { allOf } from '#rules/joined.ts';
import { deviceWord } from '#senses/this-device.ts';
import { Icon } from '#ui/base/icon.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Banner } from '#ui/states/banner.tsx';
import { LiveRegion } from '#ui/states/live-region.tsx';
import { Amount } from './amount.tsx';
import { act, Line, signs } from './paper-line.tsx';
import styles from './read-paper.module.css';
import {
  countryNames,
  isOfElsewhere,
  issuerDoubt,
  issuerText,
  numberText,
  type PaperFacts,
  type Read,
  whyNot,
} from './reading.ts';
import { RepeatedNote } from './repeated-note.tsx';
import { ScanCode, type Scanning } from './scan-code.tsx';
import { type ReadingProps, useReading } from './use-reading.ts';
import { useRepeated } from './use-repeated.ts';

interface ReadPaperProps extends PaperFacts, ReadingProps {
  onFold: (folded: boolean) => void;
  /** While the camera is looked through. */
  scanning: Scanning | null;
}

/** 'Leímos tu factura' (D75): what the invoice says, where it says it, and what of that is filled in. */
export function ReadPaper(props: ReadPaperProps) {
  const { read, values, put } = useReading(props);
  const [opened, setOpened] = useState('');
  const facts = read?.facts && !isOfElsewhere(read.facts, props.country) ? read.facts : null;
  const isFolded =
    read !== null &&
    facts !== null &&
    !props.isWrong &&
    opened !== read.of &&
    ['importe', 'divisa'].every((name) => values[name] !== '' && values[name] === read.filled[name]);
  const fold = useEffectEvent((folded: boolean) => props.onFold(folded));
  useEffect(() => {
    fold(isFolded);
    return () => fold(false);
  }, [isFolded]);
  useEffect(() => {
    if (opened !== '') focusField('importe');
  }, [opened]);
  const repeated = useToldRepeated(facts, props);
  const parts = facts ? told(facts) : [];
  const strip = read ? stripOf(read, props.country) : '';
  const hasFile = fileOf(values.documentoFactura) !== null;
  const open = () => {
    if (isFolded) setOpened(read.of);
    else focusField('importe');
  };
  return (
    <div>
      {props.scanning && <ScanCode {...props.scanning} papers={props.papers} />}
      <LiveRegion>
        {strip !== '' && (
          <div className={styles.strip}>
            <Banner tone="warn" icon="alert">
              {strip}
            </Banner>
          </div>
        )}
        {repeated && <RepeatedNote {...repeated} />}
        {parts.length > 0 && <span className="visually-hidden">Leímos tu factura: {allOf(parts)}.</span>}
      </LiveRegion>
      <div className={styles.below}>
        {read && facts && parts.length > 0 && (
          <section className={styles.card} aria-label="Leímos tu factura">
            <Head read={read} />
            <Amount {...{ read, facts, values, isFolded }} onOpen={open} />
            {facts.amount === undefined && facts.currency && (
              <Line label="Divisa" from={read.from} text={facts.currency} />
            )}
            <Line label="Emisor" from={read.from} text={issuerText(facts)} other={issuerDoubt(facts)} />
            <Line label="Número" from={read.from} text={numberText(facts)} />
            <Day {...props} read={read} date={facts.date} />
          </section>
        )}
        {read && read.from !== 'code' && (
          <div className="stack-2">
            {facts && !hasFile && <p>Adjunta también la factura en PDF o en foto: es lo que se envía.</p>}
            <Button look="quiet" size="small" fit icon="x" onClick={() => put(null)}>
              {read.from === 'xml' ? 'Quitar el XML' : 'Quitar lo escaneado'}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}

type Facts = NonNullable<Read['facts']>;

/** The refund that has the same invoice. The step is told, so that it says that one may go on. */
function useToldRepeated(facts: Facts | null, { draftId, onRepeated }: Pick<PaperFacts, 'draftId' | 'onRepeated'>) {
  const repeated = useRepeated(facts, draftId);
  const tell = useEffectEvent((is: boolean) => onRepeated(is));
  const isRepeated = repeated !== null;
  useEffect(() => {
    tell(isRepeated);
    return () => tell(false);
  }, [isRepeated]);
  return repeated;
}

function stripOf({ facts, why, from }: Read, country: string): string {
  if (why) return whyNot(why, from);
  if (!facts || !isOfElsewhere(facts, country)) return '';
  return `Esta factura es de ${countryNames[facts.country]}, y pusiste que la atención fue en ${country}. No llenamos nada con ella.`;
}

/** What the paper says, for the ear. */
const told = (facts: Facts): string[] =>
  [
    facts.amount && 'importe',
    facts.currency && 'divisa',
    (facts.issuerName || facts.issuerId) && 'emisor',
    facts.number && 'número',
    facts.date && 'fecha',
  ].filter((part): part is string => typeof part === 'string');

function Head({ read }: { read: Read }) {
  return (
    <div className={styles.head}>
      <span className={styles.sign}>
        <Icon name={signs[read.from]} />
      </span>
      <div className="grow">
        <h2 className="t18">Leímos tu factura</h2>
        <p className="soft small">
          {read.facts?.kind === 'ticket'
            ? 'Es un tiquete, sin tu nombre. Cámbialo si algo no coincide.'
            : read.from === 'xml'
              ? 'Cámbialo si algo no coincide.'
              : `En tu ${deviceWord()}, sin enviarla a nadie`}
        </p>
      </div>
    </div>
  );
}

/** The invoice's day beside the day of the service, which is the same for a visit that was paid at once. */
function Day({
  read,
  date,
  service,
  onService,
  onChangeService,
}: PaperFacts & { read: Read; date: string | undefined }) {
  const typed = service === null ? null : fromTypedDate(service);
  const change = (
    <Button {...act} about="Fecha" onClick={onChangeService}>
      Cambiar
    </Button>
  );
  if (date === undefined) {
    return (
      <Line label="Fecha" from="typed" typed="la escribiste tú" text={longDate(typed)}>
        {change}
      </Line>
    );
  }
  if (typed === null || typed === date) {
    return (
      <Line label="Fecha" from={read.from} text={longDate(date)}>
        {typed !== null && change}
      </Line>
    );
  }
  return (
    <Line
      label="Fecha"
      from="typed"
      typed="la escribiste tú"
      text={longDate(typed)}
      other={`La factura dice ${longDate(date)}`}
    >
      {date <= today(new Date()) && (
        <Button {...act} about="Fecha del servicio" onClick={() => onService(toTypedDate(date))}>
          Usar la de la factura
        </Button>
      )}
    </Line>
  );
}
