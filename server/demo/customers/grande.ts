import { type DemoCustomer, type DemoPolicy, products } from '../book.ts';

const owner = 'VALVERDE ARAYA, CARLOS ALBERTO';

/** The customer with the most of everything: what a screen must bear. */
export const grande: DemoCustomer = {
  email: 'grande@demo.test',
  residence: 'Costa Rica',
  nif: '204560789',
  tipoId: 'Cédula de Identidad',
  nombre: 'Carlos Alberto',
  fullName: 'Carlos Alberto Valverde Araya',
  personal: {
    apellidoPrimero: 'Valverde',
    apellidoSegundo: 'Araya',
    sexo: 'Masculino',
    fechaNacimiento: '1968-02-29',
    paisNacimiento: 'Costa Rica',
    nacionalidad: 'Costarricense',
    estadoCivil: 'Casado',
    telefono: '+50670123456',
    paisTelefono: 'Costa Rica',
    domicilio: 'Residencial Los Laureles, casa 27',
    provincia: 'Heredia',
    canton: 'Belén',
    distrito: 'La Asunción',
    pais: 'Costa Rica',
    profesion: 'Empresario',
    actEco: 'Venta al por mayor de otros enseres domésticos',
    ingresosPrinc: 'USD 10000-14999',
    apnfd: 'No',
    pep: 'No',
    pepConyuge: 'No',
  },
  policies: Array.from({ length: 40 }, (_, at) => policyAt(at)),
  refunds: { policyId: '560001', count: 500 },
  tickets: 300,
};

function policyAt(at: number): DemoPolicy {
  const kinds = [products.healthUsa, products.lifeFlexible, products.lifeTraditional] as const;
  const product = kinds[at % 3] ?? products.healthUsa;
  const health = product.LineOfBusinessType === 'Health';
  return {
    ...product,
    id: String(560_001 + at),
    number: `CR-${health ? 'SAL' : 'VID'}-${String(70_001 + at * 37).padStart(7, '0')}`,
    ModalPremium: product.ModalPremium + at * 3.25,
    IssuingCompany: 'AMPARO COSTA RICA',
    ProducerName: 'Esteban Quirós',
    effectiveDay: -4400 + at * 90,
    lastPaidDay: -3 - at,
    // The first one's last bill is issued and not yet due (D91). The third one's whole year is listed, a bill a quarter.
    billDays: at === 0 ? [27, -5] : at === 2 ? [25, 116, 207, 298] : [27 - (at % 20)],
    ...(at === 0
      ? { payments: { count: 10_000, everyDays: 0.438, failedEvery: 23 }, documents: 2_000 }
      : { documents: 3 }),
    ...(health
      ? {
          insured: [
            { name: owner, role: 'Policy Owner', birth: '1968-02-29', gender: 'Masculino' },
            { name: 'QUESADA BLANCO, MARIELA', role: 'Spouse', birth: '1971-12-05', gender: 'Femenino' },
            { name: 'VALVERDE QUESADA, SOFÍA', role: 'Dependent', birth: '2008-04-22', gender: 'Femenino' },
          ],
        }
      : { beneficiaries: [{ name: 'Mariela Quesada Blanco', share: 100, role: 'Primary Beneficiary' }] }),
  };
}
