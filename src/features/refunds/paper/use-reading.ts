import { useStore } from '@tanstack/react-form';
import { type Dispatch, type SetStateAction, useEffect, useEffectEvent } from 'react';
import { type FileAnswer, fileOf, textOf } from '#forms/answers.ts';
import { useStep } from '#forms/form-context.ts';
import { pagesOf, photoOf } from '#forms/pages.ts';
import { nextTask, type PaperReader, type PhotoCode, type Reading } from '#papers/client.ts';
import type { Place } from '#photos/place.ts';
import { PAPER_READ } from '#requests/open-drafts.ts';
import { today } from '#rules/dates.ts';
import { MEGABYTE, mediaTypes, readKindOf, safeFileName } from '#rules/files.ts';
import { currenciesFor } from '#rules/money.ts';
import { refundFileLimits } from '#rules/refund-form.ts';
import { marksIn, paperName } from '../refund-draft.ts';
import { fill, isOfElsewhere, marksOf, type PaperFacts, type Read, readIn } from './reading.ts';

export type Values = Record<string, unknown>;

/** An XML, or what a code said that the camera was held at. */
export type HandedOver = XmlHandedOver | { from: 'scan'; reading: Reading };

interface XmlHandedOver {
  from: 'xml';
  file: File;
  /** Called once the form has what it says. */
  onUsed?: (() => void) | undefined;
}

/** The code that says what was read, on the photo that the form holds. */
export interface FoundCode {
  photo: ArrayBuffer;
  place: Place;
}

export interface ReadingProps extends Pick<PaperFacts, 'country' | 'service' | 'onService' | 'takesXml'> {
  papers: PaperReader;
  handed: HandedOver | null;
  /** Told whose photos are searched; null once they are. */
  onReading: Dispatch<SetStateAction<ArrayBuffer | null>>;
  /** Told where the code is that was read. */
  onFound: (found: FoundCode) => void;
}

type Form = ReturnType<typeof useStep>['form'];

export function setAnswer(form: Form, name: string, answer: string | FileAnswer | null): void {
  const isGiven = answer !== '' && answer !== null;
  form.setFieldValue(name, answer);
  // What is empty again was not left so by the customer.
  form.setFieldMeta(name, (meta) => ({ ...meta, isTouched: isGiven, errorMap: {} }));
  if (isGiven) void form.validateField(name, 'blur');
}

type NewRead = Omit<Read, 'filled'>;

/** Reads the invoice when it changes, and keeps what was read with the form. */
export function useReading({
  papers,
  handed,
  country,
  service,
  onService,
  takesXml,
  onFound,
  onReading,
}: ReadingProps) {
  const { form } = useStep();
  const values: Values = useStore(form.store, (state) => state.values);
  const read = readIn(values[PAPER_READ]);
  const file = fileOf(values.documentoFactura);

  const put = (next: NewRead | null) => {
    const now: Values = form.store.state.values;
    const { day, texts } = proposed(next, now, country, service);
    for (const [name, text] of Object.entries(texts)) if (textOf(now[name]) !== text) setAnswer(form, name, text);
    if (day !== null) onService(day);
    // Who takes the XML out takes it out as the invoice too.
    if (next === null && file?.type === mediaTypes.xml) setAnswer(form, 'documentoFactura', null);
  };
  /** The XML itself is the invoice where the insurer takes it, unless another paper is there already. */
  const attach = useEffectEvent(({ facts }: Pick<Read, 'facts'>, document: FileAnswer) => {
    const isFree = !file || file.type === mediaTypes.xml;
    if (!takesXml || !facts || isOfElsewhere(facts, country) || !isFree) return;
    if (document.size < refundFileLimits.documentoFactura) setAnswer(form, 'documentoFactura', document);
  });

  const serves = useEffectEvent(({ facts }: Pick<Read, 'facts'>) => facts !== null && !isOfElsewhere(facts, country));
  const settle = useEffectEvent((next: NewRead | null) => put(next));
  /** Whether it is known without a search what the paper says. */
  const isKnown = useEffectEvent((isXml: boolean): boolean => {
    const now: Values = form.store.state.values;
    const before = readIn(now[PAPER_READ]);
    const isSame = isXml || before?.of === (file && paperName(file));
    // The country may be another one now.
    if (before && isSame) put(before);
    // What another paper filled in goes with it at once: who goes on while this one is searched would send it with this one.
    else if (before && before.from !== 'scan') put(null);
    return isXml || !file || isSame;
  });
  const reads = useEffectEvent(async (isXml: boolean, isOver: () => boolean) => {
    if (isKnown(isXml) || !file) return;
    const of = paperName(file);
    onReading(file.bytes);
    const { reading, found } = await readFile(papers, file);
    onReading((now) => (now === file.bytes ? null : now));
    // Filling in draws the whole step anew.
    await nextTask();
    // The search of a photo takes seconds. A code may have been scanned meanwhile.
    const now: Values = form.store.state.values;
    if (isOver() || stays(marksIn(now[PAPER_READ]), reading, of)) return;
    settle(reading && { ...reading, of, from: 'code' });
    await nextTask();
    if (found) onFound(found);
  });
  const bytes = file?.bytes;
  // A reading that was taken out leaves room for the file's own.
  const isXml = read?.from === 'xml';
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file is read anew
  useEffect(() => {
    let over = false;
    void reads(isXml, () => over);
    return () => {
      over = true;
    };
  }, [bytes, isXml]);
  useEffect(() => {
    if (!handed) return;
    if (handed.from === 'scan') return settle({ ...handed.reading, of: 'scan', from: 'scan' });
    let over = false;
    void readXml(papers, handed.file).then(({ document, ...reading }) => {
      if (over) return;
      settle({ ...reading, of: handed.file.name, from: 'xml' });
      if (document) attach(reading, document);
      // One of another country serves once the answer about it is corrected, and is offered until then.
      if (serves(reading)) handed.onUsed?.();
    });
    return () => {
      over = true;
    };
  }, [papers, handed]);
  return { read, values, put };
}

/** Whether what was read before stays: a photo that says nothing is no reason to forget what was scanned. */
const stays = (before: ReturnType<typeof marksIn>, reading: Reading | null, of: string): boolean =>
  before?.from === 'scan' ? !reading?.facts : !reading && before?.of === of;

/** The answers after this reading, and the day of the service where it is another one now. */
function proposed(next: NewRead | null, now: Values, country: string, service: string | null) {
  const before = readIn(now[PAPER_READ]);
  const facts = next?.facts && !isOfElsewhere(next.facts, country) ? next.facts : null;
  const focused = document.activeElement?.closest('[data-field]')?.getAttribute('data-field');
  const asked = ['importe', 'divisa', ...(service === null ? [] : ['fechaServicio'])];
  const { changes, filled } = fill(facts, {
    answers: { importe: textOf(now.importe), divisa: textOf(now.divisa), fechaServicio: service ?? '' },
    filled: before?.filled ?? {},
    open: asked.filter((name) => name !== focused),
    currencies: currenciesFor(''),
    today: today(new Date()),
  });
  const { fechaServicio, ...here } = changes;
  const marks = next && marksOf(next, marksIn(now[PAPER_READ]));
  const kept = next ? JSON.stringify({ ...next, ...marks, filled }) : '';
  const day = fechaServicio !== undefined && fechaServicio !== service ? fechaServicio : null;
  return { day, texts: { ...here, [PAPER_READ]: kept } };
}

interface FileRead {
  /** Null when this device cannot read the file, or not now. */
  reading: Reading | null;
  found?: FoundCode | undefined;
}

/** A PDF of the customer's own has no photos. */
async function readFile(papers: PaperReader, file: FileAnswer): Promise<FileRead> {
  const photos = (pagesOf(file) ?? (file.type.startsWith('image/') ? [file.bytes] : [])).map(photoOf);
  const found = await Promise.all(photos.map((photo) => papers.codes(photo)));
  const codes = photos.flatMap((photo, index) => (found[index] ?? []).map((code) => ({ ...code, photo })));
  if (codes.length === 0 && found.includes(null)) return { reading: null };
  const reading = await papers.said(codes.map(({ text }) => text));
  return { reading, ...(reading?.facts && { found: await foundAt(papers, codes) }) };
}

/** The first code that says something by itself: a paper may show others beside the authority's. */
async function foundAt(
  papers: PaperReader,
  codes: readonly (PhotoCode & { photo: ArrayBuffer })[],
): Promise<FoundCode | undefined> {
  for (const { text, place, photo } of codes)
    if (place && (codes.length === 1 || (await papers.said([text]))?.facts)) return { photo, place };
  return undefined;
}

/** Of a zip. An XML has a bound of its own, below this. */
const MAX_FILE_BYTES = 10 * MEGABYTE;

async function readXml(papers: PaperReader, file: File) {
  const bytes = file.size > MAX_FILE_BYTES ? null : await file.arrayBuffer().catch(() => null);
  const unread = { facts: null, why: 'xml' as const };
  if (!bytes) return { ...unread, document: null };
  return { ...((await papers.xml(bytes)) ?? unread), document: xmlAnswer(file.name, bytes) };
}

/** The file as an answer; null for a zip. */
function xmlAnswer(name: string, bytes: ArrayBuffer): FileAnswer | null {
  if (readKindOf(new Uint8Array(bytes)) !== 'xml') return null;
  return { bytes, name: safeFileName(name, 'xml'), type: mediaTypes.xml, size: bytes.byteLength };
}
