import { Fragment, useEffect, useState } from 'react';
import { allOf, partsOfAll } from '#rules/joined.ts';
import styles from './step-form.module.css';
import { formWords } from './words.ts';

interface StepNoteProps {
  /** Error texts by field; none when the step is complete. */
  problems: Readonly<Record<string, string>>;
  /** Once the step is complete or on its way. */
  quiet: boolean;
  /** While somebody types, or a file is prepared. */
  checking: boolean;
  /** How often the button was pressed to hear it; 0 when it was not. */
  asked: number;
  values: Readonly<Record<string, unknown>>;
  /** The name of each field for people, in the order of the fields. */
  labels: ReadonlyMap<string, string>;
  refused: boolean;
  /** Replaces the list of names. */
  text: string | undefined;
  onGoTo: (name: string) => void;
}

/**
 * Says below a step's button why it is disabled: which fields are wrong and which are missing. Screen readers announce it when a
 * field is newly missing, and at each press of the button. A shorter list is no news, and what is wrong was said beside its field.
 * A press also makes every name lead to its field.
 */
export function StepNote({ problems, quiet, checking, asked, values, labels, refused, text, onGoTo }: StepNoteProps) {
  // Fields register their names in effects, after this was rendered.
  const [known, setKnown] = useState(0);
  useEffect(() => {
    if (labels.size !== known) setKnown(labels.size);
  });
  const missing = Object.keys(problems).filter((name) => isEmpty(values[name]));
  const empty = Object.keys(values).filter((name) => isEmpty(values[name]));
  const isNews = useNews(missing, empty.join(' '), refused, (quiet || checking) && missing.length > 0);
  const named = () => {
    const open = openFields({ problems, values, labels });
    if (open.length === 0) return formWords.incomplete;
    return asked > 0 ? <OpenLinks open={open} onGoTo={onGoTo} /> : openWords(open);
  };
  const open = () => (refused ? formWords.refused : (text ?? named()));
  const words = quiet ? '' : checking ? (asked > 0 ? formWords.checking : '') : open();
  return (
    <p className={styles.note} role="status" aria-live={isNews || asked > 0 ? 'polite' : 'off'}>
      {/* Words that come anew are announced again. */}
      {words !== '' && <span key={asked}>{words}</span>}
    </p>
  );
}

/** Whether a field is missing that was filled in before, or the step was refused. What a step begins with is no news. */
function useNews(missing: readonly string[], empty: string, refused: boolean, quiet: boolean): boolean {
  const [last, setLast] = useState({ empty, refused, isNews: false });
  if (quiet || (last.empty === empty && last.refused === refused)) return last.isNews;
  const before = last.empty.split(' ');
  const isNews = refused || missing.some((name) => !before.includes(name));
  setLast({ empty, refused, isNews });
  return isNews;
}

/** How many fields are named. More would be hard to read. */
const MAX_NAMED = 3;

interface OpenField {
  label: string;
  missing: boolean;
}

const openFields = ({ problems, values, labels }: Pick<StepNoteProps, 'problems' | 'values' | 'labels'>) =>
  [...labels]
    .filter(([name]) => Object.hasOwn(problems, name))
    .map(([name, label]) => ({ name, label, missing: isEmpty(values[name]) }));

/** 'Revisa: importe. Faltan: factura e historia clínica.' */
export const openWords = (open: readonly OpenField[]): string =>
  parted(open)
    .map(({ word, fields }) => `${word}: ${listed(fields.map(({ label }) => inSentence(label)))}.`)
    .join(' ');

/** The same with every name, as a button. */
function OpenLinks({
  open,
  onGoTo,
}: {
  open: readonly (OpenField & { name: string })[];
  onGoTo: (name: string) => void;
}) {
  return parted(open).map(({ word, fields }, at) => (
    <Fragment key={word}>
      {at > 0 && ' '}
      {word}:{' '}
      {partsOfAll(fields.map(({ label }) => inSentence(label))).map((text, at) => {
        const field = at % 2 === 0 ? fields[at / 2] : undefined;
        return field ? <Lead key={field.name} text={text} onPress={() => onGoTo(field.name)} /> : text;
      })}
      .
    </Fragment>
  ));
}

const Lead = ({ text, onPress }: { text: string; onPress: () => void }) => (
  <button type="button" className={styles.link} onClick={onPress}>
    {text}
  </button>
);

/** What is wrong, and what is missing. */
function parted<Field extends OpenField>(open: readonly Field[]): { word: string; fields: readonly Field[] }[] {
  const wrong = open.filter(({ missing }) => !missing);
  const empty = open.filter(({ missing }) => missing);
  return [
    { word: 'Revisa', fields: wrong },
    { word: empty.length > 1 ? 'Faltan' : 'Falta', fields: empty },
  ].filter(({ fields }) => fields.length > 0);
}

/** Names in one sentence, the first three of them when they are many. */
export function listed(names: readonly string[]): string {
  const more = names.length - MAX_NAMED;
  const list = more > 1 ? [...names.slice(0, MAX_NAMED), `${more} datos más`] : names;
  return allOf(list);
}

const isEmpty = (value: unknown): boolean =>
  value == null ||
  value === false ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/** A label within a sentence: 'fecha del servicio', 'si recibes fondos' for '¿Recibes fondos?', but 'NIT'. */
export function inSentence(label: string): string {
  const asked = /^¿(.+)\?$/u.exec(label)?.[1];
  if (asked) return `si ${inSentence(asked)}`;
  return /^\p{Lu}\p{Ll}/u.test(label) ? `${label.charAt(0).toLowerCase()}${label.slice(1)}` : label;
}
