import { type DemoPerson, type DemoPolicy, healthInPesos, products } from './book.ts';

const residences: Readonly<Record<string, string>> = {
  'AMPARO ECUADOR': 'Ecuador',
  'AMPARO COSTA RICA': 'Costa Rica',
  'AMPARO DOMINICANA': 'República Dominicana',
  'AMPARO GUATEMALA': 'Guatemala',
  'AMPARO COLOMBIA': 'Colombia',
  'AMPARO INTERNATIONAL': 'Internacional',
};

/**
 * People the demo insurer knows who have no account yet: registering with one of these numbers brings that person's policies.
 * The README lists them.
 */
export const unclaimedPeople: readonly DemoPerson[] = [
  person('1710345677', 'Cédula de Identidad', 'Andrés Villacís Torres', 'AMPARO ECUADOR', 'EC', 610_001, 'VTECU'),
  person('0102030400', 'Cédula de Identidad', 'Rosa Elena Cárdenas Abad', 'AMPARO ECUADOR', 'EC', 610_011, 'VTECU'),
  person('1309876546', 'Cédula de Identidad', 'Jefferson Macías Loor', 'AMPARO ECUADOR', 'EC', 610_021, 'VTECU'),
  person('303450678', 'Cédula de Identidad', 'Daniela Brenes Coto', 'AMPARO COSTA RICA', 'CR', 620_001, 'VTUSA'),
  person('155812345678', 'DIMEX', 'Óscar Mendoza Ruiz', 'AMPARO COSTA RICA', 'CR', 620_011, 'VTUSA'),
  person('40234567895', 'Cédula de Identidad', 'Altagracia Núñez Méndez', 'AMPARO DOMINICANA', 'RD', 630_001, 'VTUSA'),
  person('03109876544', 'Cédula de Identidad', 'Pedro Luis Almonte Díaz', 'AMPARO DOMINICANA', 'RD', 630_011, 'VTUSA'),
  person(
    '1987654320501',
    'Documento Personal de Identidad',
    'José Chávez Tum',
    'AMPARO GUATEMALA',
    'GT',
    640_001,
    'VTUSA',
  ),
  person(
    '3012345671401',
    'Documento Personal de Identidad',
    'Elena Pop Caal',
    'AMPARO GUATEMALA',
    'GT',
    640_011,
    'VTUSA',
  ),
  person('52345678', 'Cédula de Ciudadanía', 'Paula Andrea Gómez Ríos', 'AMPARO COLOMBIA', 'CO', 650_001, 'VTUSA'),
  person('79456123', 'Cédula de Ciudadanía', 'Hernán Darío Muñoz Vélez', 'AMPARO COLOMBIA', 'CO', 650_011, 'VTUSA'),
  person('PAB123456', 'Pasaporte', 'Emma Thompson Silva', 'AMPARO INTERNATIONAL', 'IN', 660_001, 'VTUSA'),
  person('AAF554321', 'Pasaporte', 'Bruno Conti Paredes', 'AMPARO INTERNATIONAL', 'IN', 660_011, 'VTUSA'),
];

/** A health and a life policy, both paid up: enough for a new customer to look around. */
function person(
  nif: string,
  tipoId: string,
  fullName: string,
  IssuingCompany: string,
  country: string,
  firstId: number,
  instance: 'VTUSA' | 'VTECU',
): DemoPerson {
  const common = { IssuingCompany, ProducerName: 'Oficina central', lastPaidDay: -15, documents: 3 };
  const [health, life] =
    instance === 'VTECU' ? [products.healthEcuador, products.lifeEcuador] : [products.healthUsa, products.lifeFlexible];
  const policies: DemoPolicy[] = [
    {
      ...health,
      ...(country === 'CO' && healthInPesos),
      ...common,
      id: String(firstId),
      number: `${country}-SAL-${String(firstId).padStart(7, '0')}`,
      effectiveDay: -500,
      billDays: [15],
      insured: [{ name: fullName, role: 'Policy Owner', birth: '1985-05-20', gender: 'Femenino' }],
    },
    {
      ...life,
      ...common,
      id: String(firstId + 1),
      number: `${country}-VID-${String(firstId + 1).padStart(7, '0')}`,
      effectiveDay: -950,
      billDays: [40],
    },
  ];
  return { nif, tipoId, residence: residences[IssuingCompany] ?? '', fullName, policies };
}
