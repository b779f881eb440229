/**
 * Costa Rica: 7 provincias, 84 cantones, 492 distritos.
 *
 * Source: División Territorial Administrativa, edition of 2025 (Instituto Geográfico Nacional), with the cantons Río Cuarto,
 * Monteverde and Puerto Jiménez and the newest districts: La Victoria (Jiménez), Puente Salas (Barva), Birrisito (Paraíso),
 * Cabeceras (Tilarán), Matambú (Hojancha) and Lagunillas (Garabito). The second names of older editions are gone:
 * 'Aguacaliente' (o San Francisco), 'Guadalupe' (o Arenilla), 'San José' (o Pizote). The second district of Nicoya is 'Mansión'
 * in decree 41548-MGP of 2019 and in the Ministerio de Salud's catalogue of the 492 districts (code 50202, read in November
 * 2026); 'La Mansión' is what people say. Younger than this edition are two districts: Pijije (Bagaces, law 10688) and Cabagra
 * (Buenos Aires, law 10709).
 */
import { names } from '../lists/names.ts';

export const places: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  Alajuela: {
    Alajuela: names(`
      Alajuela | Carrizal | Desamparados | Garita = La Garita | Guácima = La Guácima | Río Segundo | Sabanilla
      San Antonio | San Isidro | San José | San Rafael | Sarapiquí | Tambor | Turrúcares
    `),
    Atenas: names('Atenas | Concepción | Escobal | Jesús | Mercedes | San Isidro | San José | Santa Eulalia'),
    Grecia: names('Bolívar | Grecia | Puente de Piedra | San Isidro | San José | San Roque | Tacares'),
    'Guatuso = San Rafael de Guatuso': names('Buenavista | Cote | Katira | San Rafael'),
    'Los Chiles': names('Caño Negro | El Amparo | Los Chiles | San Jorge'),
    Naranjo: names('Cirrí Sur | El Rosario | Naranjo | Palmitos | San Jerónimo | San José | San Juan | San Miguel'),
    Orotina: names('Coyolar | El Mastate | Hacienda Vieja | La Ceiba | Orotina'),
    Palmares: names('Buenos Aires | Candelaria | Esquipulas | La Granja | Palmares | Santiago | Zaragoza'),
    Poás: names('Carrillos | Sabana Redonda | San Juan | San Pedro | San Rafael'),
    'Río Cuarto': names('Río Cuarto | Santa Isabel | Santa Rita'),
    'San Carlos = Ciudad Quesada': names(`
      Aguas Zarcas | Buenavista | Cutris | Florencia | La Fortuna | La Palmera | La Tigra | Monterrey | Pital
      Pocosol | Quesada = Ciudad Quesada | Venado | Venecia
    `),
    'San Mateo': names('Desmonte | Jesús María | Labrador | San Mateo'),
    'San Ramón': names(`
      Alfaro | Ángeles | Concepción | Peñas Blancas | Piedades Norte | Piedades Sur | San Isidro | San Juan
      San Lorenzo | San Rafael | San Ramón | Santiago | Volio | Zapotal
    `),
    'Sarchí = Valverde Vega': names('Rodríguez | San Pedro | Sarchí Norte | Sarchí Sur | Toro Amarillo'),
    Upala: names('Aguas Claras | Bijagua | Canalete | Delicias | Dos Ríos | San José = Pizote | Upala | Yolillal'),
    'Zarcero = Alfaro Ruiz': names('Brisas | Guadalupe | Laguna | Palmira | Tapesco = Tapezco | Zapote | Zarcero'),
  },
  Cartago: {
    'Alvarado = Pacayas': names('Capellades | Cervantes | Pacayas'),
    Cartago: names(`
      Aguacaliente = Agua Caliente; San Francisco | Carmen | Corralillo | Dulce Nombre | Guadalupe = Arenilla
      Llano Grande | Occidental | Oriental | Quebradilla | San Nicolás | Tierra Blanca
    `),
    'El Guarco = Tejar': names('El Tejar = Tejar del Guarco | Patio de Agua | San Isidro | Tobosi'),
    'Jiménez = Juan Viñas': names('Juan Viñas | La Victoria | Pejibaye | Tucurrique'),
    'La Unión = Tres Ríos': names(`
      Concepción | Dulce Nombre | Río Azul | San Diego | San Juan | San Rafael | San Ramón | Tres Ríos
    `),
    'Oreamuno = San Rafael de Oreamuno': names('Cipreses | Cot | Potrero Cerrado | San Rafael | Santa Rosa'),
    Paraíso: names('Birrisito | Cachí | Llanos de Santa Lucía | Orosi | Paraíso | Santiago'),
    Turrialba: names(`
      Chirripó | La Isabel | La Suiza | Pavones | Peralta | Santa Cruz | Santa Rosa | Santa Teresita | Tayutic
      Tres Equis | Tuis | Turrialba
    `),
  },
  Guanacaste: {
    'Abangares = Las Juntas': names('Colorado | Las Juntas | San Juan | Sierra'),
    Bagaces: names('Bagaces | La Fortuna | Mogote | Río Naranjo'),
    Cañas: names('Bebedero | Cañas | Palmira | Porozal | San Miguel'),
    'Carrillo = Filadelfia': names('Belén | Filadelfia | Palmira | Sardinal'),
    Hojancha: names('Hojancha | Huacas | Matambú | Monte Romo | Puerto Carrillo'),
    'La Cruz': names('La Cruz | La Garita | Santa Cecilia | Santa Elena'),
    Liberia: names('Cañas Dulces | Curubandé | Liberia | Mayorga | Nacascolo'),
    'Nandayure = Carmona': names('Bejuco | Carmona | Porvenir | San Pablo | Santa Rita | Zapotal'),
    Nicoya: names('Belén de Nosarita | Mansión = La Mansión | Nicoya | Nosara | Quebrada Honda | Sámara | San Antonio'),
    'Santa Cruz': names(`
      Bolsón | Cabo Velas | Cartagena | Cuajiniquil | Diriá | Santa Cruz | Tamarindo | Tempate
      Veintisiete de Abril = 27 de Abril
    `),
    Tilarán: names(`
      Arenal | Cabeceras | Líbano | Quebrada Grande | Santa Rosa | Tierras Morenas | Tilarán | Tronadora
    `),
  },
  Heredia: {
    Barva: names('Barva | Puente Salas | San José de la Montaña | San Pablo | San Pedro | San Roque | Santa Lucía'),
    'Belén = San Antonio de Belén': names('La Asunción | La Ribera | San Antonio'),
    'Flores = San Joaquín de Flores': names('Barrantes | Llorente | San Joaquín'),
    Heredia: names('Heredia | Mercedes | San Francisco | Ulloa = Barreal | Varablanca = Vara Blanca'),
    'San Isidro': names('Concepción | San Francisco | San Isidro | San José'),
    'San Pablo': names('Rincón de Sabanilla | San Pablo'),
    'San Rafael': names('Ángeles | Concepción | San Josecito | San Rafael | Santiago'),
    'Santa Bárbara': names('Jesús | Purabá | San Juan | San Pedro | Santa Bárbara | Santo Domingo'),
    'Santo Domingo': names(`
      Pará | Paracito | San Miguel | San Vicente | Santa Rosa | Santo Domingo | Santo Tomás | Tures
    `),
    'Sarapiquí = Puerto Viejo': names('Cureña | La Virgen | Las Horquetas | Llanuras del Gaspar | Puerto Viejo'),
  },
  Limón: {
    Guácimo: names('Duacarí | Guácimo | Mercedes | Pocora | Río Jiménez'),
    'Limón = Puerto Limón': names('Limón | Matama | Río Blanco | Valle La Estrella'),
    Matina: names('Batán | Carrandí | Matina'),
    'Pococí = Guápiles': names('Cariari | Colorado | Guápiles | Jiménez | La Colonia | Rita | Roxana'),
    Siquirres: names('Alegría | El Cairo | Florida | Germania | Pacuarito | Reventazón | Siquirres'),
    'Talamanca = Bribrí': names('Bratsi = Bribrí | Cahuita | Sixaola | Telire'),
  },
  Puntarenas: {
    'Buenos Aires': names(`
      Biolley | Boruca | Brunka | Buenos Aires | Chánguena | Colinas | Pilas | Potrero Grande | Volcán
    `),
    'Corredores = Ciudad Neily': names('Canoas = Paso Canoas | Corredor = Ciudad Neily | La Cuesta | Laurel'),
    'Coto Brus = San Vito': names(`
      Aguabuena | Gutiérrez Braun = Gutiérrez Brown | Limoncito | Pittier | Sabalito | San Vito
    `),
    Esparza: names('Caldera | Espíritu Santo | Macacona | San Jerónimo | San Juan Grande | San Rafael'),
    'Garabito = Jacó': names('Jacó | Lagunillas | Tárcoles'),
    Golfito: names('Golfito | Guaycará = Río Claro | Pavón'),
    'Montes de Oro = Miramar': names('La Unión | Miramar | San Isidro'),
    Monteverde: names('Monteverde'),
    'Osa = Ciudad Cortés; Uvita; Dominical': names(`
      Bahía Ballena = Uvita; Dominical | Bahía Drake | Palmar | Piedras Blancas | Puerto Cortés = Ciudad Cortés | Sierpe
    `),
    Parrita: names('Parrita'),
    'Puerto Jiménez': names('Puerto Jiménez'),
    Puntarenas: names(`
      Acapulco | Arancibia | Barranca | Chacarita | Chira | Chomes | Cóbano | El Roble | Guacimal | Isla del Coco
      Lepanto | Manzanillo | Paquera | Pitahaya | Puntarenas
    `),
    'Quepos = Aguirre': names('Naranjito | Quepos | Savegre'),
  },
  'San José': {
    'Acosta = San Ignacio': names('Cangrejal | Guaitil | Palmichal | Sabanillas | San Ignacio'),
    Alajuelita: names('Alajuelita | Concepción | San Antonio | San Felipe | San Josecito'),
    Aserrí: names('Aserrí | Legua | Monterrey | Salitrillos | San Gabriel | Tarbaca | Vuelta de Jorco'),
    Curridabat: names('Curridabat | Granadilla | Sánchez | Tirrases'),
    Desamparados: names(`
      Damas | Desamparados | Frailes | Gravilias | Los Guido | Patarrá | Rosario | San Antonio | San Cristóbal
      San Juan de Dios | San Miguel | San Rafael Abajo | San Rafael Arriba
    `),
    'Dota = Santa María de Dota': names('Copey | Jardín | Santa María'),
    Escazú: names('Escazú | San Antonio | San Rafael'),
    'Goicoechea = Guadalupe': names(`
      Calle Blancos | Guadalupe | Ipís | Mata de Plátano | Purral | Rancho Redondo | San Francisco
    `),
    'León Cortés Castro = San Pablo de León Cortés': names(`
      Llano Bonito | San Andrés | San Antonio | San Isidro | San Pablo | Santa Cruz
    `),
    'Montes de Oca = San Pedro': names('Mercedes | Sabanilla | San Pedro | San Rafael'),
    'Mora = Ciudad Colón': names(`
      Colón = Ciudad Colón | Guayabo | Jaris | Picagres | Piedras Negras | Quitirrisí | Tabarcia
    `),
    'Moravia = San Vicente de Moravia': names('La Trinidad | San Jerónimo | San Vicente'),
    'Pérez Zeledón = San Isidro de El General': names(`
      Barú | Cajón | Daniel Flores | El General | La Amistad | Páramo | Pejibaye | Platanares | Río Nuevo | Rivas
      San Isidro de El General | San Pedro
    `),
    'Puriscal = Santiago de Puriscal': names(`
      Barbacoas | Candelarita | Chires | Desamparaditos | Grifo Alto | Mercedes Sur | San Antonio | San Rafael
      Santiago
    `),
    'San José': names(`
      Carmen | Catedral | Hatillo | Hospital | Mata Redonda | Merced | Pavas | San Francisco de Dos Ríos
      San Sebastián | Uruca | Zapote
    `),
    'Santa Ana': names('Brasil | Piedades | Pozos | Salitral | Santa Ana | Uruca'),
    'Tarrazú = San Marcos de Tarrazú': names('San Carlos | San Lorenzo | San Marcos'),
    Tibás: names('Anselmo Llorente | Cinco Esquinas | Colima | León XIII | San Juan'),
    Turrubares: names('Carara | San Juan de Mata | San Luis | San Pablo | San Pedro'),
    'Vázquez de Coronado': names('Cascajal | Dulce Nombre de Jesús | Patalillo | San Isidro | San Rafael'),
  },
};
