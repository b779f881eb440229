import type { Residence } from '#contract/account.ts';
import type { Country } from '#rules/wizard-country.ts';
import { savingsPlans } from './savings-plans.ts';
import { storeLinks } from './store-links.ts';

type Named = Pick<Country, 'name' | 'picture' | 'papers' | 'stores' | 'savings'>;

/** What follows from a country's name, and its files in `public`: the picture of the wizard's loader, and its papers. */
export const residence = (name: Residence, folder: string): Named => ({
  name,
  picture: `/paises/${folder}.svg`,
  papers: {
    conditions: `/documentos/${folder}/condiciones-generales.pdf`,
    dataPolicy: `/documentos/${folder}/proteccion-de-datos.pdf`,
  },
  stores: storeLinks[name],
  savings: savingsPlans[name],
});
