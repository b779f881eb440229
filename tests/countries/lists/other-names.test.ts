// @module-tag depth
import { beforeAll, describe, expect, test } from 'vitest';
import { loadLists } from '#countries/load-lists.ts';
import { search } from '#forms/option-search.ts';
import type { ListName, Lists } from '#rules/wizard-country.ts';
import { optionsAt } from '#rules/wizard-fields.ts';

/** Each row: the typed name, its list, the answers above it, and the stored value. */
const table: readonly (readonly [string, ListName, string, string])[] = [
  ['Juján', 'places/ecuador', 'Guayas', 'Alfredo Baquerizo Moreno'],
  ['Montecristi', 'places/dominican-republic', '', 'Monte Cristi'],
  ['Bahoruco', 'places/dominican-republic', '', 'Baoruco'],
  ['El Seybo', 'places/dominican-republic', '', 'El Seibo'],
  ['Mompós', 'places/colombia', 'Bolívar', 'Santa Cruz de Mompox'],
  ['Tolú Viejo', 'places/colombia', 'Sucre', 'San José de Toluviejo'],
  ['Ciudad Colón', 'places/costa-rica', 'San José/Mora', 'Colón'],
  ['Ciudad Colón', 'places/costa-rica', 'San José', 'Mora'],
  ['Holanda', 'paises', '', 'Países Bajos'],
  ['República Checa', 'paises', '', 'Chequia'],
  ['Qatar', 'paises', '', 'Catar'],
  ['EE. UU.', 'paises', '', 'Estados Unidos'],
  ['abogada', 'profesiones', '', 'Abogado'],
  ['enfermera', 'profesiones', '', 'Enfermero'],
  ['contadora', 'profesiones', '', 'Contador'],
  ['Bucay', 'places/ecuador', 'Guayas', 'General Antonio Elizalde'],
  ['Velasco Ibarra', 'places/ecuador', 'Guayas', 'El Empalme'],
  ['General Villamil', 'places/ecuador', 'Guayas', 'Playas'],
  ['Atuntaqui', 'places/ecuador', 'Imbabura', 'Antonio Ante'],
  ['Cariamanga', 'places/ecuador', 'Loja', 'Calvas'],
  ['Catacocha', 'places/ecuador', 'Loja', 'Paltas'],
  ['Macas', 'places/ecuador', 'Morona Santiago', 'Morona'],
  ['Coca', 'places/ecuador', 'Orellana', 'Francisco de Orellana'],
  ['Puyo', 'places/ecuador', 'Pastaza', 'Pastaza'],
  ['Machachi', 'places/ecuador', 'Pichincha', 'Mejía'],
  ['Sangolquí', 'places/ecuador', 'Pichincha', 'Rumiñahui'],
  ['Nueva Loja', 'places/ecuador', 'Sucumbíos', 'Lago Agrio'],
  ['Puerto Ayora', 'places/ecuador', 'Galápagos', 'Santa Cruz'],
  ['Bahía de Caráquez', 'places/ecuador', 'Manabí', 'Sucre'],
  ['Santo Domingo de los Colorados', 'places/ecuador', '', 'Santo Domingo de los Tsáchilas'],
  ['Yaguachi', 'places/ecuador', 'Guayas', 'San Jacinto de Yaguachi'],
  ['Baños', 'places/ecuador', 'Tungurahua', 'Baños de Agua Santa'],
  ['Tres Ríos', 'places/costa-rica', 'Cartago', 'La Unión'],
  ['Ciudad Quesada', 'places/costa-rica', 'Alajuela', 'San Carlos'],
  ['Alfaro Ruiz', 'places/costa-rica', 'Alajuela', 'Zarcero'],
  ['Valverde Vega', 'places/costa-rica', 'Alajuela', 'Sarchí'],
  ['Aguirre', 'places/costa-rica', 'Puntarenas', 'Quepos'],
  ['Jacó', 'places/costa-rica', 'Puntarenas', 'Garabito'],
  ['San Vito', 'places/costa-rica', 'Puntarenas', 'Coto Brus'],
  ['Guápiles', 'places/costa-rica', 'Limón', 'Pococí'],
  ['Guadalupe', 'places/costa-rica', 'San José', 'Goicoechea'],
  ['La Mansión', 'places/costa-rica', 'Guanacaste/Nicoya', 'Mansión'],
  ['Paso Canoas', 'places/costa-rica', 'Puntarenas/Corredores', 'Canoas'],
  ['Ciudad Cortés', 'places/costa-rica', 'Puntarenas/Osa', 'Puerto Cortés'],
  ['La Uruca', 'places/costa-rica', 'San José/San José', 'Uruca'],
  ['Punta Cana', 'places/dominican-republic', '', 'La Altagracia'],
  ['Higüey', 'places/dominican-republic', '', 'La Altagracia'],
  ['Bonao', 'places/dominican-republic', '', 'Monseñor Nouel'],
  ['San Francisco de Macorís', 'places/dominican-republic', '', 'Duarte'],
  ['Moca', 'places/dominican-republic', '', 'Espaillat'],
  ['Baní', 'places/dominican-republic', '', 'Peravia'],
  ['Cotuí', 'places/dominican-republic', '', 'Sánchez Ramírez'],
  ['Salcedo', 'places/dominican-republic', '', 'Hermanas Mirabal'],
  ['Xela', 'places/guatemala', '', 'Quetzaltenango'],
  ['Xela', 'places/guatemala', 'Quetzaltenango', 'Quetzaltenango'],
  ['Puerto San José', 'places/guatemala', 'Escuintla', 'San José'],
  ['Tecún Umán', 'places/guatemala', 'San Marcos', 'Ayutla'],
  ['Ciudad de Guatemala', 'places/guatemala', 'Guatemala', 'Guatemala'],
  ['Petzal', 'places/guatemala', 'Huehuetenango', 'San Rafael Pétzal'],
  ['Chichicastenango', 'places/guatemala', 'Quiché', 'Santo Tomás Chichicastenango'],
  ['Ixcán', 'places/guatemala', 'Quiché', 'Playa Grande Ixcán'],
  ['La Antigua Guatemala', 'places/guatemala', 'Sacatepéquez', 'Antigua Guatemala'],
  ['Santafé de Bogotá', 'places/colombia', '', 'Bogotá, D.C.'],
  ['Cali', 'places/colombia', 'Valle del Cauca', 'Santiago de Cali'],
  ['Buga', 'places/colombia', 'Valle del Cauca', 'Guadalajara de Buga'],
  ['Cúcuta', 'places/colombia', 'Norte de Santander', 'San José de Cúcuta'],
  ['Tumaco', 'places/colombia', 'Nariño', 'San Andrés de Tumaco'],
  ['San Juan de Pasto', 'places/colombia', 'Nariño', 'Pasto'],
  ['Don Matías', 'places/colombia', 'Antioquia', 'Donmatías'],
  ['El Retiro', 'places/colombia', 'Antioquia', 'Retiro'],
  ['Villa de Leiva', 'places/colombia', 'Boyacá', 'Villa de Leyva'],
  ['Mesitas', 'places/colombia', 'Cundinamarca', 'El Colegio'],
  ['Ubaté', 'places/colombia', 'Cundinamarca', 'Villa de San Diego de Ubaté'],
  ['Armero Guayabal', 'places/colombia', 'Tolima', 'Armero'],
  ['La Hormiga', 'places/colombia', 'Putumayo', 'Valle del Guamuez'],
  ['Puerto Inírida', 'places/colombia', 'Guainía', 'Inírida'],
  ['Providencia', 'places/colombia', '', 'Archipiélago de San Andrés, Providencia y Santa Catalina'],
  ['Inglaterra', 'paises', '', 'Reino Unido'],
  ['Gran Bretaña', 'paises', '', 'Reino Unido'],
  ['Birmania', 'paises', '', 'Myanmar (Birmania)'],
  ['Suazilandia', 'paises', '', 'Esuatini'],
  ['Arabia Saudí', 'paises', '', 'Arabia Saudita'],
  ['Bangladesh', 'paises', '', 'Bangladés'],
  ['Ceilán', 'paises', '', 'Sri Lanka'],
  ['Zaire', 'paises', '', 'República Democrática del Congo'],
  ['Belarús', 'paises', '', 'Bielorrusia'],
  ['Türkiye', 'paises', '', 'Turquía'],
  ['USA', 'telefonos', '', 'Estados Unidos'],
  ['+593', 'telefonos', '', 'Ecuador'],
  ['1 658', 'telefonos', '', 'Jamaica'],
  ['Formosa', 'pasaportes', '', 'Taiwán'],
  ['Holandesa', 'nacionalidades', '', 'Neerlandesa'],
  ['Costa Rica', 'nacionalidades', '', 'Costarricense'],
  ['guatemalteco', 'nacionalidades', '', 'Guatemalteca'],
  ['dentista', 'profesiones', '', 'Cirujano dentista'],
  ['doctora', 'profesiones', '', 'Médico cirujano'],
  ['profesora', 'profesiones', '', 'Docente'],
  ['azafata', 'profesiones', '', 'Auxiliar de vuelo'],
  ['taxista', 'profesiones', '', 'Conductor de taxi'],
  ['ama de casa', 'profesiones', '', 'Ama o amo de casa'],
  ['jubilada', 'profesiones', '', 'Jubilado o jubilada'],
  ['actriz', 'profesiones', '', 'Actor'],
  ['jueza', 'profesiones', '', 'Juez'],
  ['química farmacéutica', 'profesiones', '', 'Químico farmacéutico'],
  [
    'pulpería',
    'actividades',
    '',
    'Venta al por menor en comercios no especializados con predominio de la venta de alimentos, bebidas o tabaco',
  ],
  ['abogada', 'actividades', '', 'Actividades jurídicas'],
  ['taxi', 'actividades', '', 'Otras actividades de transporte por vía terrestre'],
  ['ama de casa', 'actividades', '', 'Sin actividad económica'],
  ['jubilada', 'actividades', '', 'Sin actividad económica'],
  ['desempleado', 'profesiones', '', 'Desempleado'],
  ['desempleado', 'actividades', '', 'Sin actividad económica'],
  ['diputado', 'profesiones', '', 'Diputado'],
  ['diputado', 'actividades', '', 'Actividades de la administración pública en general'],
  ['alcalde', 'profesiones', '', 'Alcalde'],
  ['alcalde', 'actividades', '', 'Actividades de la administración pública en general'],
  ['alcaldesa', 'profesiones', '', 'Alcalde'],
  ['alcaldesa', 'actividades', '', 'Actividades de la administración pública en general'],
  ['influencer', 'profesiones', '', 'Creador de contenido'],
  ['influencer', 'actividades', '', 'Publicidad'],
  ['pastor', 'profesiones', '', 'Pastor religioso'],
  ['pastor', 'actividades', '', 'Actividades de organizaciones religiosas'],
  ['monja', 'profesiones', '', 'Religioso'],
  ['monja', 'actividades', '', 'Actividades de organizaciones religiosas'],
  ['mototaxista', 'profesiones', '', 'Conductor de taxi'],
  ['mototaxista', 'actividades', '', 'Otras actividades de transporte por vía terrestre'],
  ['uber', 'profesiones', '', 'Conductor de taxi'],
  ['uber', 'actividades', '', 'Otras actividades de transporte por vía terrestre'],
  ['tatuadora', 'profesiones', '', 'Tatuador'],
  ['tatuadora', 'actividades', '', 'Otras actividades de servicios personales n.c.p.'],
  ['domiciliario', 'profesiones', '', 'Repartidor'],
  ['domiciliario', 'actividades', '', 'Actividades de mensajería'],
  ['finquero', 'profesiones', '', 'Productor agropecuario'],
  [
    'finquero',
    'actividades',
    '',
    'Cultivo de productos agrícolas en combinación con la cría de animales (explotación mixta)',
  ],
  ['lustrabotas', 'profesiones', '', 'Lustrabotas'],
  ['lustrabotas', 'actividades', '', 'Otras actividades de servicios personales n.c.p.'],
  ['tienda de barrio', 'profesiones', '', 'Comerciante'],
  [
    'tienda de barrio',
    'actividades',
    '',
    'Venta al por menor en comercios no especializados con predominio de la venta de alimentos, bebidas o tabaco',
  ],
  ['medicos', 'profesiones', '', 'Médico cirujano'],
  ['medicos', 'actividades', '', 'Actividades de médicos y odontólogos'],
  ['Uvita', 'places/costa-rica', 'Puntarenas', 'Osa'],
  ['Uvita', 'places/costa-rica', 'Puntarenas/Osa', 'Bahía Ballena'],
  ['Dominical', 'places/costa-rica', 'Puntarenas/Osa', 'Bahía Ballena'],
  ['Piedrahita', 'places/ecuador', 'Guayas', 'Nobol'],
  ['Guatemala capital', 'places/guatemala', '', 'Guatemala'],
  ['Guatemala capital', 'places/guatemala', 'Guatemala', 'Guatemala'],
  ['Villavo', 'places/colombia', 'Meta', 'Villavicencio'],
  ['inválidos', 'actividades', '', 'Fabricación de bicicletas y de sillones de ruedas para inválidos'],
];

const above: Partial<Record<ListName, readonly ('provincia' | 'canton')[]>> = {
  'places/costa-rica': ['provincia', 'canton'],
};
let lists: Lists;
beforeAll(async () => {
  lists = await loadLists([...new Set(table.map(([, list]) => list))]);
});

function optionsOf(list: ListName, path: string) {
  const answers = path === '' ? [] : path.split('/');
  const under = (above[list] ?? ['provincia']).slice(0, answers.length);
  const given = Object.fromEntries(under.map((name, index) => [name, answers[index]]));
  return optionsAt({ list, under }, given, lists);
}

describe('[D54] a name in use finds its entry, whose own value is stored', () => {
  test.each(table)('%s in %s (%s) is %s', (typed, list, path, stored) => {
    const [first] = search(optionsOf(list, path), typed).options;
    expect(first?.value).toBe(stored);
  });

  test("every profession is found in both forms, whatever the customer's sex", () => {
    for (const sexo of ['Femenino', 'Masculino']) {
      const options = optionsAt({ list: 'profesiones' }, { sexo }, lists);
      for (const { value, feminine } of options) {
        for (const typed of [value, feminine ?? value]) {
          expect(search(options, typed).options[0]?.value, typed).toBe(value);
        }
      }
    }
  });
});

test('[D54] no other name of an entry is the name of another entry in its list', () => {
  const clashes = (options: Lists[ListName] = []): string[] => {
    const labels = new Set(options.map(({ label }) => label));
    return options.flatMap(({ value, label, also = [], below }) => [
      ...also.filter((name) => name !== label && labels.has(name)).map((name) => `${name}: ${value}`),
      ...clashes(below),
    ]);
  };
  for (const list of [
    'places/ecuador',
    'places/costa-rica',
    'places/dominican-republic',
    'places/guatemala',
    'places/colombia',
    'paises',
    'profesiones',
  ] as const) {
    expect(clashes(lists[list]), list).toEqual([]);
  }
});
