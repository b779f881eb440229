import type { AnswerName, Effect, Field, ListName, Option } from '#rules/wizard-country.ts';

/** Builders of the questions that steps and countries share. What they build is plain data. */

const yesNo: readonly Option[] = [
  { value: 'si', label: 'Sí' },
  { value: 'no', label: 'No' },
];

/** Texts as options whose label is the value sent. `feminine` gives the feminine wording. */
export const options = (
  texts: readonly string[],
  feminine: Readonly<Partial<Record<string, string>>> = {},
): readonly Option[] =>
  texts.map((text) => ({ value: text, label: text, ...(feminine[text] && { feminine: feminine[text] }) }));

/** A choice of one of these. The only one is chosen already. */
export function oneOf(texts: readonly string[]): Pick<Of<'select'>, 'from' | 'initial'> {
  const [only, ...others] = texts;
  return { from: { options: options(texts) }, ...(only !== undefined && others.length === 0 && { initial: only }) };
}

type Of<K extends Field['kind']> = Extract<Field, { kind: K }>;
/** What a question may add to its kind, name, label and source. */
type More<K extends Field['kind']> = Partial<Omit<Of<K>, 'kind' | 'name' | 'label' | 'from'>>;

export const yesOrNo = (name: AnswerName, label: string, more: More<'choice'> = {}): Field => ({
  kind: 'choice',
  layout: 'row',
  name,
  label,
  from: { options: yesNo },
  ...more,
});

export const listed = (name: AnswerName, label: string, list: ListName, more: More<'select'> = {}): Field => ({
  kind: 'select',
  name,
  label,
  from: { list },
  ...more,
});

export const text = (name: AnswerName, label: string, more: More<'text'> = {}): Field => ({
  kind: 'text',
  name,
  label,
  ...more,
});

/**
 * Selects that lead down a tree of places, the outermost first. Choosing one clears all below it (V4.4).
 *
 * @param folder the country's folder, whose places.ts holds the tree
 */
export function places(folder: string, levels: Partial<Record<AnswerName, string>>): readonly Field[] {
  const list: ListName = `places/${folder}`;
  const names = Object.keys(levels) as AnswerName[];
  return names.map((name, depth): Field => {
    const [above, below] = [names.slice(0, depth), names.slice(depth + 1)];
    const effects: readonly Effect[] = [{ clears: below }];
    return {
      kind: 'select',
      name,
      label: levels[name] ?? '',
      from: above.length > 0 ? { list, under: above } : { list },
      ...(below.length > 0 && { effects }),
    };
  });
}
