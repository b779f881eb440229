import type { Country, Field, ListName, Lists, ListTree, Step } from '#rules/wizard-country.ts';

/** Each list is a chunk of its own, fetched when a step first needs it; a chunk that came once stays. */
const loaders: Readonly<Record<ListName, () => Promise<ListTree>>> = {
  colombia: async () => (await import('./lists/colombia.ts')).municipiosByDepartamento,
  costaRica: async () => (await import('./lists/costa-rica.ts')).distritosByCanton,
  dominicana: async () => (await import('./lists/dominican-republic.ts')).provincias,
  ecuador: async () => (await import('./lists/ecuador.ts')).cantonesByProvincia,
  guatemala: async () => (await import('./lists/guatemala.ts')).municipiosByDepartamento,
  actividades: async () => (await import('./lists/activities.ts')).activities,
  profesiones: async () => (await import('./lists/professions.ts')).professions,
  paises: async () => (await world()).map(({ name }) => name),
  nacionalidades: async () => {
    const demonyms = new Set((await world()).map(({ demonym }) => demonym));
    return [...demonyms].sort((one, other) => one.localeCompare(other, 'es'));
  },
  telefonos: async () =>
    (await world()).map(({ iso2, name, prefix }) => ({
      value: name,
      label: `${flagOf(iso2)} ${name} (${prefix})`,
      prefix,
    })),
};

const world = async () => (await import('./lists/countries.ts')).countries;

/** Loads the named lists; fails as the import fails when the network is gone before they were ever here. */
export async function loadLists(names: readonly ListName[]): Promise<Lists> {
  const loaded = await Promise.all(names.map(async (name) => [name, await loaders[name]()] as const));
  return Object.fromEntries(loaded);
}

/** The lists that a step's questions choose from. */
export function listsOfStep(step: Step): readonly ListName[] {
  return [...new Set(step.fields.flatMap(listsOfField))];
}

/** The lists of the whole country. */
export function listsOfCountry(country: Country): readonly ListName[] {
  return [...new Set(country.steps.flatMap(listsOfStep))];
}

/** The flag is computed (D12): two regional indicators make it. */
export function flagOf(iso2: string): string {
  return String.fromCodePoint(...Array.from(iso2, (letter) => 0x1f1a5 + letter.charCodeAt(0)));
}

function listsOfField(field: Field): readonly ListName[] {
  if (field.kind === 'phone') return typeof field.prefix === 'string' ? [] : [field.prefix.list];
  if (!('from' in field) || 'options' in field.from) return [];
  return [field.from.list];
}
