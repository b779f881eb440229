import { describe, expect, test } from 'vitest';
import * as writtenColombia from '#countries/colombia/places.ts';
import * as writtenCostaRica from '#countries/costa-rica/places.ts';
import * as writtenDominicana from '#countries/dominican-republic/places.ts';
import * as writtenEcuador from '#countries/ecuador/places.ts';
import * as writtenGuatemala from '#countries/guatemala/places.ts';
import { names } from '#countries/lists/names.ts';
import {
  compressedSize,
  expectCleanNames,
  inSpanishOrder,
  ownNames,
  ownNamesByParent,
  repeated,
  shoutedNames,
} from './list-checks.ts';

const colombia = ownNamesByParent(writtenColombia.places);
const distritosByCanton = Object.fromEntries(
  Object.entries(writtenCostaRica.places).map(([provincia, cantones]) => [provincia, ownNamesByParent(cantones)]),
);
const provincias = ownNames(writtenDominicana.places);
const cantonesByProvincia = ownNamesByParent(writtenEcuador.places);
const guatemala = ownNamesByParent(writtenGuatemala.places);

type NamesByParent = Readonly<Record<string, readonly string[]>>;

const everyLevel: Readonly<Record<string, NamesByParent>> = {
  Ecuador: cantonesByProvincia,
  Guatemala: guatemala,
  Colombia: colombia,
  'República Dominicana': { provincias },
  'Costa Rica, cantones': Object.fromEntries(
    Object.entries(distritosByCanton).map(([provincia, cantones]) => [provincia, Object.keys(cantones)]),
  ),
  ...distritosByCanton,
};

function countsOf(places: NamesByParent): Record<string, number> {
  return Object.fromEntries(Object.entries(places).map(([parent, children]) => [parent, children.length]));
}

/** Reads 'Azuay 15 | Bolívar 7', in the notation of `places.ts`. */
function countsIn(text: string): Record<string, number> {
  return Object.fromEntries(names(text).map((entry) => [entry.replace(/ \d+$/, ''), Number(/\d+$/.exec(entry)?.[0])]));
}

/** Names that occur under more than one parent, in alphabetical order. */
function namesakes(places: NamesByParent): readonly string[] {
  return inSpanishOrder(repeated(Object.values(places).flat()));
}

function total(counts: Record<string, number>): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

describe.each(Object.entries(everyLevel))('the places of %s', (_, places) => {
  test('[V3.15][V3.21][V9.9][D11] are in normal case with composed accents, once under a parent, in alphabetical order', () => {
    expectCleanNames(Object.keys(places));
    expect(shoutedNames(Object.keys(places))).toEqual([]);
    for (const children of Object.values(places)) {
      expect(children.length).toBeGreaterThan(0);
      expectCleanNames(children);
      expect(shoutedNames(children)).toEqual([]);
      expect(children).toEqual(inSpanishOrder(children));
    }
  });
});

describe('Ecuador', () => {
  test('[V3.21][D11] has 24 provincias and 222 cantones', () => {
    const counts = countsOf(cantonesByProvincia);
    expect(counts).toEqual(
      countsIn(`
        Azuay 15 | Bolívar 7 | Cañar 7 | Carchi 6 | Chimborazo 10 | Cotopaxi 7 | El Oro 14 | Esmeraldas 7
        Galápagos 3 | Guayas 25 | Imbabura 6 | Loja 16 | Los Ríos 13 | Manabí 22 | Morona Santiago 13 | Napo 5
        Orellana 4 | Pastaza 4 | Pichincha 8 | Santa Elena 3 | Santo Domingo de los Tsáchilas 2 | Sucumbíos 7
        Tungurahua 9 | Zamora Chinchipe 9
      `),
    );
    expect(Object.keys(counts)).toHaveLength(24);
    expect(total(counts)).toBe(222);
  });

  test('[D11] has two cantones with one name only where two provincias share it', () => {
    expect(namesakes(cantonesByProvincia)).toEqual(['Bolívar', 'Olmedo']);
  });

  test.each([
    ['Azuay', 'Sígsig'],
    ['Azuay', 'Oña'],
    ['Cañar', 'Déleg'],
    ['Guayas', 'Coronel Marcelino Maridueña'],
    ['Manabí', '24 de Mayo'],
    ['Morona Santiago', 'Sevilla Don Bosco'],
    ['Pichincha', 'Rumiñahui'],
    ['Santo Domingo de los Tsáchilas', 'La Concordia'],
    ['Tungurahua', 'Santiago de Píllaro'],
    ['Zamora Chinchipe', 'Centinela del Cóndor'],
  ])('[D11] %s has %s', (provincia, canton) => {
    expect(cantonesByProvincia[provincia]).toContain(canton);
  });
});

describe('Costa Rica', () => {
  test('[V3.21][D11] has 7 provincias, 84 cantones and 492 distritos', () => {
    const cantones = Object.entries(distritosByCanton).map(([provincia, places]) => [
      provincia,
      Object.keys(places).length,
      total(countsOf(places)),
    ]);
    expect(cantones).toEqual([
      ['Alajuela', 16, 116],
      ['Cartago', 8, 53],
      ['Guanacaste', 11, 61],
      ['Heredia', 10, 48],
      ['Limón', 6, 30],
      ['Puntarenas', 13, 61],
      ['San José', 20, 123],
    ]);
    expect(cantones.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(84);
    expect(cantones.reduce((sum, [, , count]) => sum + Number(count), 0)).toBe(492);
  });

  test('[V3.21][D11] has as many distritos in each cantón as the official division', () => {
    const byCanton = Object.entries(distritosByCanton).map(([provincia, cantones]) => [provincia, countsOf(cantones)]);
    expect(Object.fromEntries(byCanton)).toEqual({
      Alajuela: countsIn(`
        Alajuela 14 | Atenas 8 | Grecia 7 | Guatuso 4 | Los Chiles 4 | Naranjo 8 | Orotina 5 | Palmares 7 | Poás 5
        Río Cuarto 3 | San Carlos 13 | San Mateo 4 | San Ramón 14 | Sarchí 5 | Upala 8 | Zarcero 7
      `),
      Cartago: countsIn(`
        Alvarado 3 | Cartago 11 | El Guarco 4 | Jiménez 4 | La Unión 8 | Oreamuno 5 | Paraíso 6 | Turrialba 12
      `),
      Guanacaste: countsIn(`
        Abangares 4 | Bagaces 4 | Cañas 5 | Carrillo 4 | Hojancha 5 | La Cruz 4 | Liberia 5 | Nandayure 6 | Nicoya 7
        Santa Cruz 9 | Tilarán 8
      `),
      Heredia: countsIn(`
        Barva 7 | Belén 3 | Flores 3 | Heredia 5 | San Isidro 4 | San Pablo 2 | San Rafael 5 | Santa Bárbara 6
        Santo Domingo 8 | Sarapiquí 5
      `),
      Limón: countsIn('Guácimo 5 | Limón 4 | Matina 3 | Pococí 7 | Siquirres 7 | Talamanca 4'),
      Puntarenas: countsIn(`
        Buenos Aires 9 | Corredores 4 | Coto Brus 6 | Esparza 6 | Garabito 3 | Golfito 3 | Montes de Oro 3
        Monteverde 1 | Osa 6 | Parrita 1 | Puerto Jiménez 1 | Puntarenas 15 | Quepos 3
      `),
      'San José': countsIn(`
        Acosta 5 | Alajuelita 5 | Aserrí 7 | Curridabat 4 | Desamparados 13 | Dota 3 | Escazú 3 | Goicoechea 7
        León Cortés Castro 6 | Montes de Oca 4 | Mora 7 | Moravia 3 | Pérez Zeledón 12 | Puriscal 9 | San José 11
        Santa Ana 6 | Tarrazú 3 | Tibás 5 | Turrubares 5 | Vázquez de Coronado 5
      `),
    });
  });

  test.each([
    ['Alajuela', 'Río Cuarto', 'Santa Isabel'],
    ['Alajuela', 'Palmares', 'Esquipulas'],
    ['Cartago', 'Jiménez', 'La Victoria'],
    ['Cartago', 'Paraíso', 'Birrisito'],
    ['Cartago', 'Cartago', 'Aguacaliente'],
    ['Guanacaste', 'Hojancha', 'Matambú'],
    ['Guanacaste', 'Nicoya', 'Mansión'],
    ['Guanacaste', 'Tilarán', 'Cabeceras'],
    ['Heredia', 'Barva', 'Puente Salas'],
    ['Limón', 'Siquirres', 'Reventazón'],
    ['Puntarenas', 'Monteverde', 'Monteverde'],
    ['Puntarenas', 'Puerto Jiménez', 'Puerto Jiménez'],
    ['Puntarenas', 'Coto Brus', 'Gutiérrez Braun'],
    ['San José', 'Mora', 'Quitirrisí'],
    ['San José', 'León Cortés Castro', 'Llano Bonito'],
  ])('[D11] %s, %s has %s', (provincia, canton, distrito) => {
    expect(distritosByCanton[provincia]?.[canton]).toContain(distrito);
  });

  test('[D11] lists no district in the canton from which it was separated', () => {
    expect(distritosByCanton.Puntarenas?.Golfito).toEqual(['Golfito', 'Guaycará', 'Pavón']);
    expect(distritosByCanton.Puntarenas?.Puntarenas).not.toContain('Monte Verde');
    expect(distritosByCanton.Alajuela?.Grecia).not.toContain('Río Cuarto');
  });
});

test('[V3.21][D11] República Dominicana has 31 provincias and the Distrito Nacional', () => {
  expect(provincias).toHaveLength(32);
  expect(provincias).toEqual(
    names(`
      Azua | Baoruco | Barahona | Dajabón | Distrito Nacional | Duarte | El Seibo | Elías Piña | Espaillat
      Hato Mayor | Hermanas Mirabal | Independencia | La Altagracia | La Romana | La Vega | María Trinidad Sánchez
      Monseñor Nouel | Monte Cristi | Monte Plata | Pedernales | Peravia | Puerto Plata | Samaná | San Cristóbal
      San José de Ocoa | San Juan | San Pedro de Macorís | Sánchez Ramírez | Santiago | Santiago Rodríguez
      Santo Domingo | Valverde
    `),
  );
});

describe('Guatemala', () => {
  test('[V3.21][D11] has 22 departamentos and 340 municipios', () => {
    const counts = countsOf(guatemala);
    expect(counts).toEqual(
      countsIn(`
        Alta Verapaz 17 | Baja Verapaz 8 | Chimaltenango 16 | Chiquimula 11 | El Progreso 8 | Escuintla 14
        Guatemala 17 | Huehuetenango 33 | Izabal 5 | Jalapa 7 | Jutiapa 17 | Petén 14 | Quetzaltenango 24 | Quiché 21
        Retalhuleu 9 | Sacatepéquez 16 | San Marcos 30 | Santa Rosa 14 | Sololá 19 | Suchitepéquez 21 | Totonicapán 8
        Zacapa 11
      `),
    );
    expect(Object.keys(counts)).toHaveLength(22);
    expect(total(counts)).toBe(340);
  });

  test('[D11] has two municipios with one name only where two departamentos share it', () => {
    expect(namesakes(guatemala)).toEqual([
      'La Democracia',
      'La Libertad',
      'San José',
      'San Lorenzo',
      'San Pedro Sacatepéquez',
      'Santa Bárbara',
    ]);
  });

  test.each([
    ['Alta Verapaz', 'Raxruhá'],
    ['Escuintla', 'Sipacate'],
    ['Huehuetenango', 'Petatán'],
    ['Huehuetenango', 'San Rafael Pétzal'],
    ['Petén', 'El Chal'],
    ['Quetzaltenango', 'San Miguel Sigüilá'],
    ['San Marcos', 'La Blanca'],
    ['Suchitepéquez', 'San José La Máquina'],
    ['Zacapa', 'Teculután'],
  ])('[D11] %s has %s', (departamento, municipio) => {
    expect(guatemala[departamento]).toContain(municipio);
  });
});

describe('Colombia', () => {
  test('[V3.21][D11] has 32 departamentos, Bogotá, D.C. and 1,122 municipios', () => {
    const counts = countsOf(colombia);
    expect(counts).toEqual(
      countsIn(`
        Amazonas 11 | Antioquia 125 | Arauca 7 | Archipiélago de San Andrés, Providencia y Santa Catalina 2
        Atlántico 23 | Bogotá, D.C. 1 | Bolívar 46 | Boyacá 123 | Caldas 27 | Caquetá 16 | Casanare 19 | Cauca 42
        Cesar 25 | Chocó 31 | Córdoba 30 | Cundinamarca 116 | Guainía 8 | Guaviare 4 | Huila 37 | La Guajira 15
        Magdalena 30 | Meta 29 | Nariño 64 | Norte de Santander 40 | Putumayo 13 | Quindío 12 | Risaralda 14
        Santander 87 | Sucre 26 | Tolima 47 | Valle del Cauca 42 | Vaupés 6 | Vichada 4
      `),
    );
    expect(Object.keys(counts)).toHaveLength(33);
    expect(total(counts)).toBe(1122);
  });

  test.each([
    ['Amazonas', 'Mirití - Paraná'],
    ['Antioquia', 'Itagüí'],
    ['Bogotá, D.C.', 'Bogotá, D.C.'],
    ['Bolívar', 'Cartagena de Indias'],
    ['Boyacá', 'Güicán de la Sierra'],
    ['Chocó', 'Nuevo Belén de Bajirá'],
    ['Guainía', 'Barrancominas'],
    ['Huila', 'Íquira'],
    ['Norte de Santander', 'San José de Cúcuta'],
    ['Valle del Cauca', 'Santiago de Cali'],
  ])('[D11] %s has %s', (departamento, municipio) => {
    expect(colombia[departamento]).toContain(municipio);
  });
});

test.each(
  Object.entries({
    ...writtenEcuador,
    ...writtenCostaRica,
    ...writtenDominicana,
    guatemala: writtenGuatemala,
    colombia: writtenColombia,
  }),
)('[D11] the places of %s take less than 10 kB compressed', (_, data) => {
  expect(compressedSize(data)).toBeLessThan(10_000);
});
