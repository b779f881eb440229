import type { Country } from '#rules/wizard-country.ts';
import { storeLinksOf } from './facts.ts';
import type { CountryFacts } from './facts-shape.ts';

type Named = Pick<Country, 'name' | 'iso2' | 'picture' | 'papers' | 'stores' | 'savings'>;

/** What follows from a country's facts, and its files in `public`: the picture of the wizard's loader, and its papers. */
export const residence = (facts: CountryFacts, folder: string): Named => ({
  name: facts.name,
  iso2: facts.iso2,
  picture: `/paises/${folder}.svg`,
  papers: {
    conditions: `/documentos/${folder}/condiciones-generales.pdf`,
    dataPolicy: `/documentos/${folder}/proteccion-de-datos.pdf`,
  },
  stores: storeLinksOf(facts),
  savings: facts.savings,
});
