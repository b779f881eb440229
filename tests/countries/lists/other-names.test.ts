import { beforeAll, describe, expect, test } from 'vitest';
import { loadLists } from '#countries/load-lists.ts';
import { search } from '#forms/option-search.ts';
import type { ListName, Lists } from '#rules/wizard-country.ts';
import { optionsAt } from '#rules/wizard-fields.ts';

/** Each row: the typed name, its list, the answers above it, and the stored value. */
const table: readonly (readonly [string, ListName, string, string])[] = [
  ['Juján', 'ecuador', 'Guayas', 'Alfredo Baquerizo Moreno'],
  ['Montecristi', 'dominicana', '', 'Monte Cristi'],
  ['Bahoruco', 'dominicana', '', 'Baoruco'],
  ['El Seybo', 'dominicana', '', 'El Seibo'],
  ['Mompós', 'colombia', 'Bolívar', 'Santa Cruz de Mompox'],
  ['Tolú Viejo', 'colombia', 'Sucre', 'San José de Toluviejo'],
  ['Ciudad Colón', 'costaRica', 'San José/Mora', 'Colón'],
  ['Ciudad Colón', 'costaRica', 'San José', 'Mora'],
  ['Holanda', 'paises', '', 'Países Bajos'],
  ['República Checa', 'paises', '', 'Chequia'],
  ['Qatar', 'paises', '', 'Catar'],
  ['EE. UU.', 'paises', '', 'Estados Unidos'],
  ['abogada', 'profesiones', '', 'Abogado'],
  ['enfermera', 'profesiones', '', 'Enfermero'],
  ['contadora', 'profesiones', '', 'Contador'],
  ['Bucay', 'ecuador', 'Guayas', 'General Antonio Elizalde'],
  ['Velasco Ibarra', 'ecuador', 'Guayas', 'El Empalme'],
  ['General Villamil', 'ecuador', 'Guayas', 'Playas'],
  ['Atuntaqui', 'ecuador', 'Imbabura', 'Antonio Ante'],
  ['Cariamanga', 'ecuador', 'Loja', 'Calvas'],
  ['Catacocha', 'ecuador', 'Loja', 'Paltas'],
  ['Macas', 'ecuador', 'Morona Santiago', 'Morona'],
  ['Coca', 'ecuador', 'Orellana', 'Francisco de Orellana'],
  ['Puyo', 'ecuador', 'Pastaza', 'Pastaza'],
  ['Machachi', 'ecuador', 'Pichincha', 'Mejía'],
  ['Sangolquí', 'ecuador', 'Pichincha', 'Rumiñahui'],
  ['Nueva Loja', 'ecuador', 'Sucumbíos', 'Lago Agrio'],
  ['Puerto Ayora', 'ecuador', 'Galápagos', 'Santa Cruz'],
  ['Bahía de Caráquez', 'ecuador', 'Manabí', 'Sucre'],
  ['Santo Domingo de los Colorados', 'ecuador', '', 'Santo Domingo de los Tsáchilas'],
  ['Yaguachi', 'ecuador', 'Guayas', 'San Jacinto de Yaguachi'],
  ['Baños', 'ecuador', 'Tungurahua', 'Baños de Agua Santa'],
  ['Tres Ríos', 'costaRica', 'Cartago', 'La Unión'],
  ['Ciudad Quesada', 'costaRica', 'Alajuela', 'San Carlos'],
  ['Alfaro Ruiz', 'costaRica', 'Alajuela', 'Zarcero'],
  ['Valverde Vega', 'costaRica', 'Alajuela', 'Sarchí'],
  ['Aguirre', 'costaRica', 'Puntarenas', 'Quepos'],
  ['Jacó', 'costaRica', 'Puntarenas', 'Garabito'],
  ['San Vito', 'costaRica', 'Puntarenas', 'Coto Brus'],
  ['Guápiles', 'costaRica', 'Limón', 'Pococí'],
  ['Guadalupe', 'costaRica', 'San José', 'Goicoechea'],
  ['La Mansión', 'costaRica', 'Guanacaste/Nicoya', 'Mansión'],
  ['Paso Canoas', 'costaRica', 'Puntarenas/Corredores', 'Canoas'],
  ['Ciudad Cortés', 'costaRica', 'Puntarenas/Osa', 'Puerto Cortés'],
  ['La Uruca', 'costaRica', 'San José/San José', 'Uruca'],
  ['Punta Cana', 'dominicana', '', 'La Altagracia'],
  ['Higüey', 'dominicana', '', 'La Altagracia'],
  ['Bonao', 'dominicana', '', 'Monseñor Nouel'],
  ['San Francisco de Macorís', 'dominicana', '', 'Duarte'],
  ['Moca', 'dominicana', '', 'Espaillat'],
  ['Baní', 'dominicana', '', 'Peravia'],
  ['Cotuí', 'dominicana', '', 'Sánchez Ramírez'],
  ['Salcedo', 'dominicana', '', 'Hermanas Mirabal'],
  ['Xela', 'guatemala', '', 'Quetzaltenango'],
  ['Xela', 'guatemala', 'Quetzaltenango', 'Quetzaltenango'],
  ['Puerto San José', 'guatemala', 'Escuintla', 'San José'],
  ['Tecún Umán', 'guatemala', 'San Marcos', 'Ayutla'],
  ['Ciudad de Guatemala', 'guatemala', 'Guatemala', 'Guatemala'],
  ['Petzal', 'guatemala', 'Huehuetenango', 'San Rafael Pétzal'],
  ['Chichicastenango', 'guatemala', 'Quiché', 'Santo Tomás Chichicastenango'],
  ['Ixcán', 'guatemala', 'Quiché', 'Playa Grande Ixcán'],
  ['La Antigua Guatemala', 'guatemala', 'Sacatepéquez', 'Antigua Guatemala'],
  ['Santafé de Bogotá', 'colombia', '', 'Bogotá, D.C.'],
  ['Cali', 'colombia', 'Valle del Cauca', 'Santiago de Cali'],
  ['Buga', 'colombia', 'Valle del Cauca', 'Guadalajara de Buga'],
  ['Cúcuta', 'colombia', 'Norte de Santander', 'San José de Cúcuta'],
  ['Tumaco', 'colombia', 'Nariño', 'San Andrés de Tumaco'],
  ['San Juan de Pasto', 'colombia', 'Nariño', 'Pasto'],
  ['Don Matías', 'colombia', 'Antioquia', 'Donmatías'],
  ['El Retiro', 'colombia', 'Antioquia', 'Retiro'],
  ['Villa de Leiva', 'colombia', 'Boyacá', 'Villa de Leyva'],
  ['Mesitas', 'colombia', 'Cundinamarca', 'El Colegio'],
  ['Ubaté', 'colombia', 'Cundinamarca', 'Villa de San Diego de Ubaté'],
  ['Armero Guayabal', 'colombia', 'Tolima', 'Armero'],
  ['La Hormiga', 'colombia', 'Putumayo', 'Valle del Guamuez'],
  ['Puerto Inírida', 'colombia', 'Guainía', 'Inírida'],
  ['Providencia', 'colombia', '', 'Archipiélago de San Andrés, Providencia y Santa Catalina'],
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
  ['Uvita', 'costaRica', 'Puntarenas', 'Osa'],
  ['Uvita', 'costaRica', 'Puntarenas/Osa', 'Bahía Ballena'],
  ['Dominical', 'costaRica', 'Puntarenas/Osa', 'Bahía Ballena'],
  ['Piedrahita', 'ecuador', 'Guayas', 'Nobol'],
  ['Guatemala capital', 'guatemala', '', 'Guatemala'],
  ['Guatemala capital', 'guatemala', 'Guatemala', 'Guatemala'],
  ['Villavo', 'colombia', 'Meta', 'Villavicencio'],
  ['inválidos', 'actividades', '', 'Fabricación de bicicletas y de sillones de ruedas para inválidos'],
];

const above: Partial<Record<ListName, readonly ('provincia' | 'canton')[]>> = { costaRica: ['provincia', 'canton'] };
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
    'ecuador',
    'costaRica',
    'dominicana',
    'guatemala',
    'colombia',
    'paises',
    'profesiones',
  ] as const) {
    expect(clashes(lists[list]), list).toEqual([]);
  }
});
