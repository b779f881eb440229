import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { fileOf, textOf } from '#forms/answers.ts';
import { focusField } from '#forms/focus-field.ts';
import { useStep } from '#forms/form-context.ts';
import { fromTypedDate, longDate, today, toTypedDate } from '#rules/dates.ts';
import { allOf } from '#rules/joined.ts';
import { amountIn, namedMoney, writtenAmount } from '#rules/money.ts';
import { useLocale } from '#screens/use-locale.ts';
import { deviceWord } from '#senses/this-device.ts';
import { Icon, type IconName } from '#ui/base/icon.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Banner } from '#ui/states/banner.tsx';
import { LiveRegion } from '#ui/states/live-region.tsx';
import { PAPER_READ } from '../refund-draft.ts';
import styles from './read-paper.module.css';
import { countryNames, isOfElsewhere, issuerText, numberText, type PaperFacts, type Read, whyNot } from './reading.ts';
import { RepeatedNote } from './repeated-note.tsx';
import { ScanCode, type Scanning } from './scan-code.tsx';
import { type ReadingProps, setAnswer, useReading, type Values } from './use-reading.ts';
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
            <Line label="Emisor" from={read.from} text={issuerText(facts)} />
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

const signs: Record<Read['from'], IconName> = { code: 'code', scan: 'code', xml: 'doc' };
const origins: Record<Read['from'], string> = { code: 'del código', scan: 'del código', xml: 'del XML' };

interface LineProps {
  label: string;
  from: Read['from'] | 'typed';
  text: string;
  isLead?: boolean;
  typed?: string;
  /** What the paper says, where the customer wrote something else. */
  other?: string;
  /** The field that it stands for. */
  field?: string | undefined;
  children?: ReactNode;
}

function Line({ label, from, text, isLead = false, typed = 'lo escribiste tú', other, field, children }: LineProps) {
  if (text === '') return null;
  return (
    <div className={styles.line} data-lead={isLead} data-field={field}>
      <div className={styles.words}>
        <p className={styles.label}>
          {label}{' '}
          <span className={styles.origin}>
            <Icon name={from === 'typed' ? 'edit' : signs[from]} size={16} /> {from === 'typed' ? typed : origins[from]}
          </span>
        </p>
        <p className={styles.text} dir="auto">
          {text}
        </p>
        {other && <p className="soft small">{other}</p>}
      </div>
      {children}
    </div>
  );
}

const act = { look: 'quiet', size: 'small', fit: true } as const;

interface AmountProps {
  read: Read;
  facts: Facts;
  values: Values;
  /** Whether it stands for the two fields. */
  isFolded: boolean;
  onOpen: () => void;
}

function Amount({ read, facts, values, isFolded, onOpen }: AmountProps) {
  const locale = useLocale();
  const { form, sending } = useStep();
  if (facts.amount === undefined) return null;
  const [amount, currency] = [amountIn(facts.amount), facts.currency ?? ''];
  const [given, givenCurrency] = [textOf(values.importe), textOf(values.divisa)];
  const said = namedMoney(Number(amount), currency, locale);
  const label = currency ? 'Importe y divisa' : 'Importe';
  const isOther = given !== amount || (currency !== '' && givenCurrency !== currency);
  if (!isOther) {
    return (
      <Line
        isLead
        label={label}
        from={read.filled.importe === given ? read.from : 'typed'}
        text={said}
        field={isFolded ? 'importe' : undefined}
      >
        <Button {...act} about={label} onClick={onOpen}>
          Cambiar
        </Button>
      </Line>
    );
  }
  const use = () => {
    if (sending) return;
    const answers = { importe: amount, ...(currency && { divisa: currency }) };
    for (const [name, text] of Object.entries(answers)) setAnswer(form, name, text);
    setAnswer(form, PAPER_READ, JSON.stringify({ ...read, filled: { ...read.filled, ...answers } }));
  };
  const typed = Number.isFinite(Number(given)) ? namedMoney(Number(given), givenCurrency, locale) : given;
  const isTyped = given !== '';
  return (
    <Line
      isLead
      label={label}
      from={isTyped ? 'typed' : read.from}
      text={isTyped ? typed : said}
      {...(isTyped && { other: `La factura dice ${said}` })}
    >
      <Button {...act} about={label} onClick={use}>
        Usar {writtenAmount(amount, locale)}
      </Button>
    </Line>
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
