import type { Country, Field, ListName, Lists, ListTree, Option, Step } from '#rules/wizard-country.ts';
import { readEntry } from './lists/names.ts';

/** The places of each country, by its folder. `tests/countries` asks for a country that has some and no line. */
const places: Readonly<Record<string, () => Promise<{ places: Written }>>> = {
  colombia: () => import('./colombia/places.ts'),
  'costa-rica': () => import('./costa-rica/places.ts'),
  'dominican-republic': () => import('./dominican-republic/places.ts'),
  ecuador: () => import('./ecuador/places.ts'),
  guatemala: () => import('./guatemala/places.ts'),
};

/** Each list is a chunk of its own, fetched when a step first needs it. */
const loaders: Readonly<Record<Exclude<ListName, `places/${string}`>, () => Promise<ListTree>>> = {
  actividades: async () => activityOptions(await import('./lists/activities.ts')),
  profesiones: async () => professionOptions(await import('./lists/professions.ts')),
  paises: async () => (await world()).countries.map(countryOption),
  natales: async () => alphabetical(withoutAnother(await world())).map(countryOption),
  pasaportes: async () => everywhere(await world()).map(countryOption),
  nacionalidades: async () => demonymOptions(withoutAnother(await world())),
  telefonos: async () =>
    everywhere(await world()).map(({ iso2, name, prefix, areas, also }) => ({
      value: name,
      label: `${flagOf(iso2)} ${name} (${areas.length > 0 ? areas.map((area) => `${prefix}-${area}`).join(', ') : prefix})`,
      prefix,
      ...(areas.length > 0 && { areas }),
      also: [name, ...also],
    })),
};

const world = () => import('./lists/countries.ts');
type World = Awaited<ReturnType<typeof world>>;
type WorldCountry = World['countries'][number];

/** Names, or a tree of names. Other names may stand beside each. */
type Written = readonly string[] | { readonly [entry: string]: Written };

function treeOf(written: Written): ListTree {
  if (isNames(written)) return written.map(optionOf);
  return Object.entries(written).map(([entry, below]) => ({ ...optionOf(entry), below: treeOf(below) }));
}

const isNames = (written: Written): written is readonly string[] => Array.isArray(written);

function optionOf(written: string): Option {
  const { name, also } = readEntry(written);
  return { value: name, label: name, ...(also.length > 0 && { also }) };
}

const countryOption = ({ name, also }: WorldCountry): Option => ({
  value: name,
  label: name,
  ...(also.length > 0 && { also }),
});

/** The 195 countries and the territories, in one alphabetical order. */
function everywhere({ countries, territories }: World): readonly WorldCountry[] {
  return alphabetical([...countries, ...territories]);
}

/** The 195 countries, and the territories with a nationality of their own: Kosovo and Taiwán. */
function withoutAnother({ countries, territories }: World): readonly WorldCountry[] {
  return [...countries, ...territories.filter(({ iso2 }) => iso2 === 'XK' || iso2 === 'TW')];
}

const alphabetical = (some: readonly WorldCountry[]): readonly WorldCountry[] =>
  [...some].sort((one, other) => one.name.localeCompare(other.name, 'es'));

/** Nationalities. A search finds them by their country's names too. */
function demonymOptions(some: readonly WorldCountry[]): ListTree {
  const named = new Map<string, string[]>();
  for (const { demonym, name, also } of some) {
    named.set(demonym, [...(named.get(demonym) ?? []), name, ...also]);
  }
  return [...named]
    .sort(([one], [other]) => one.localeCompare(other, 'es'))
    .map(([demonym, also]) => ({ value: demonym, label: demonym, also }));
}

function activityOptions({
  activitiesBySection,
  saidToday,
  withoutActivity,
}: typeof import('./lists/activities.ts')): ListTree {
  const classes = Object.entries(activitiesBySection).flatMap(([group, written]) =>
    written.map((entry) => {
      const option = { ...optionOf(entry), group };
      const today = saidToday[option.value];
      return today ? { ...option, label: today, also: [option.label] } : option;
    }),
  );
  return [...classes, { ...withoutActivity, group: 'Sin trabajo fuera de casa' }];
}

function professionOptions({
  professions,
  feminineOf,
  otherProfession,
}: typeof import('./lists/professions.ts')): ListTree {
  const known = professions.map((entry): Option => {
    const option = optionOf(entry);
    const feminine = feminineOf(option.label);
    const also = [feminine, ...(option.also ?? []).flatMap((name) => [name, feminineOf(name)])];
    return { ...option, also: [...new Set(also)], ...(feminine !== option.label && { feminine }) };
  });
  return [...known, { value: otherProfession, label: otherProfession, fallback: true }];
}

/** Loads the named lists. Rejects when a list is not on the device and the network is gone. */
export async function loadLists(names: readonly ListName[]): Promise<Lists> {
  const loaded = await Promise.all(names.map(async (name) => [name, await listOf(name)] as const));
  return Object.fromEntries(loaded);
}

async function listOf(name: ListName): Promise<ListTree> {
  if (!isPlaces(name)) return loaders[name]();
  const load = places[name.slice(PLACES.length)];
  if (!load) throw new Error(`${name}: this country has no list of places`);
  return treeOf((await load()).places);
}

const PLACES = 'places/';
const isPlaces = (name: ListName): name is `places/${string}` => name.startsWith(PLACES);

/** The lists that a step's questions choose from. */
export function listsOfStep(step: Step): readonly ListName[] {
  return [...new Set(step.fields.flatMap(listsOfField))];
}

/** The lists of the whole country. */
export function listsOfCountry(country: Country): readonly ListName[] {
  return [...new Set(country.steps.flatMap(listsOfStep))];
}

/** The flag emoji of a country (D12): its two letters as regional indicator symbols. */
export function flagOf(iso2: string): string {
  return String.fromCodePoint(...Array.from(iso2, (letter) => 0x1f1a5 + letter.charCodeAt(0)));
}

function listsOfField(field: Field): readonly ListName[] {
  if (field.kind === 'phone') return typeof field.prefix === 'string' ? [] : [field.prefix.list];
  if (!('from' in field) || 'options' in field.from) return [];
  return [field.from.list];
}
