/**
 * Guatemala: 22 departamentos and their 340 municipios.
 *
 * Source: Instituto Nacional de Estadística (INE), catalogue of municipios of the census of 2018, full names ('San
 * Juan Alotenango', 'Playa Grande Ixcán', 'Santo Tomás Chichicastenango'). Where INE prints no accent or a small
 * article, the municipality's own spelling stands: 'San Miguel Sigüilá', 'Santo Tomás La Unión', 'Palestina de Los
 * Altos'. 'San Rafael Pétzal' (code 1328) has its accent in most catalogues with INE's codes (read in November 2026), as
 * the spelling rules require. Lists printed without accents have 'Petzal'.
 */
import { names } from '../lists/names.ts';

export const places: Readonly<Record<string, readonly string[]>> = {
  'Alta Verapaz': names(`
    Chahal | Chisec | Cobán | Fray Bartolomé de las Casas | Panzós | Raxruhá | San Agustín Lanquín
    San Cristóbal Verapaz | San Juan Chamelco | San Miguel Tucurú | San Pedro Carchá | Santa Catalina La Tinta
    Santa Cruz Verapaz | Santa María Cahabón | Senahú | Tactic | Tamahú
  `),
  'Baja Verapaz': names(`
    Cubulco | Granados | Purulhá | Rabinal | Salamá | San Jerónimo | San Miguel Chicaj | Santa Cruz El Chol
  `),
  Chimaltenango: names(`
    Acatenango | Chimaltenango | El Tejar | Parramos | Patzicía | Patzún | San Andrés Itzapa | San José Poaquil
    San Juan Comalapa | San Martín Jilotepeque | San Miguel Pochuta | San Pedro Yepocapa | Santa Apolonia
    Santa Cruz Balanyá | Tecpán Guatemala | Zaragoza
  `),
  Chiquimula: names(`
    Camotán | Chiquimula | Concepción Las Minas | Esquipulas | Ipala | Jocotán | Olopa | Quezaltepeque | San Jacinto
    San José La Arada | San Juan Ermita
  `),
  'El Progreso': names(`
    El Jícaro | Guastatoya | Morazán | San Agustín Acasaguastlán | San Antonio La Paz | San Cristóbal Acasaguastlán
    Sanarate | Sansare
  `),
  Escuintla: names(`
    Escuintla | Guanagazapa | Iztapa = Puerto de Iztapa | La Democracia | La Gomera | Masagua | Nueva Concepción
    Palín | San José = Puerto San José | San Vicente Pacaya | Santa Lucía Cotzumalguapa | Sipacate | Siquinalá
    Tiquisate
  `),
  'Guatemala = Ciudad de Guatemala; Guatemala capital; la capital': names(`
    Amatitlán | Chinautla | Chuarrancho | Fraijanes | Guatemala = Ciudad de Guatemala; Guatemala capital; la capital | Mixco | Palencia
    San José del Golfo | San José Pinula | San Juan Sacatepéquez | San Miguel Petapa | San Pedro Ayampuc
    San Pedro Sacatepéquez | San Raymundo | Santa Catarina Pinula | Villa Canales | Villa Nueva
  `),
  Huehuetenango: names(`
    Aguacatán | Chiantla | Colotenango | Concepción Huista | Cuilco | Huehuetenango = Huehue | Jacaltenango
    La Democracia | La Libertad | Malacatancito | Nentón | Petatán | San Antonio Huista | San Gaspar Ixchil
    San Ildefonso Ixtahuacán | San Juan Atitán | San Juan Ixcoy | San Mateo Ixtatán | San Miguel Acatán
    San Pedro Necta | San Pedro Soloma | San Rafael La Independencia | San Rafael Pétzal = San Rafael Petzal | San Sebastián Coatán
    San Sebastián Huehuetenango | Santa Ana Huista | Santa Bárbara | Santa Cruz Barillas | Santa Eulalia
    Santiago Chimaltenango | Tectitán | Todos Santos Cuchumatán | Unión Cantinil
  `),
  Izabal: names('El Estor | Livingston | Los Amates | Morales | Puerto Barrios'),
  Jalapa: names(`
    Jalapa | Mataquescuintla | Monjas | San Carlos Alzatate | San Luis Jilotepeque | San Manuel Chaparrón
    San Pedro Pinula
  `),
  Jutiapa: names(`
    Agua Blanca | Asunción Mita | Atescatempa | Comapa | Conguaco | El Adelanto | El Progreso | Jalpatagua | Jerez
    Jutiapa | Moyuta | Pasaco | Quesada | San José Acatempa | Santa Catarina Mita | Yupiltepeque | Zapotitlán
  `),
  Petén: names(`
    Dolores | El Chal | Flores | La Libertad | Las Cruces | Melchor de Mencos | Poptún | San Andrés | San Benito
    San Francisco | San José | San Luis | Santa Ana | Sayaxché
  `),
  'Quetzaltenango = Xela': names(`
    Almolonga | Cabricán | Cajolá | Cantel | Coatepeque | Colomba Costa Cuca | Concepción Chiquirichapa | El Palmar
    Flores Costa Cuca | Génova | Huitán | La Esperanza | Palestina de Los Altos | Quetzaltenango = Xela; Xelajú
    Salcajá | San Carlos Sija | San Francisco La Unión | San Juan Olintepeque | San Juan Ostuncalco
    San Martín Sacatepéquez | San Mateo | San Miguel Sigüilá | Sibilia | Zunil
  `),
  Quiché: names(`
    Canillá | Chajul | Chicamán | Chiché | Chinique | Cunén | Joyabaj | Pachalum | Patzité | Playa Grande Ixcán
    Sacapulas | San Andrés Sajcabajá | San Antonio Ilotenango | San Bartolomé Jocotenango | San Juan Cotzal
    San Miguel Uspantán | San Pedro Jocopilas | Santa Cruz del Quiché | Santa María Nebaj
    Santo Tomás Chichicastenango = Chichi | Zacualpa
  `),
  Retalhuleu: names(`
    Champerico | El Asintal | Nuevo San Carlos | Retalhuleu = Reu | San Andrés Villa Seca | San Felipe
    San Martín Zapotitlán | San Sebastián | Santa Cruz Muluá
  `),
  Sacatepéquez: names(`
    Antigua Guatemala | Ciudad Vieja | Jocotenango | Magdalena Milpas Altas | Pastores | San Antonio Aguas Calientes
    San Bartolomé Milpas Altas | San Juan Alotenango | San Lucas Sacatepéquez | San Miguel Dueñas
    Santa Catarina Barahona | Santa Lucía Milpas Altas | Santa María de Jesús | Santiago Sacatepéquez
    Santo Domingo Xenacoj | Sumpango
  `),
  'San Marcos': names(`
    Ayutla = Tecún Umán; Ciudad Tecún Umán | Catarina | Comitancillo | Concepción Tutuapa | El Quetzal | El Tumbador
    Esquipulas Palo Gordo | Ixchiguán | La Blanca | La Reforma | Malacatán | Nuevo Progreso | Ocós | Pajapita
    Río Blanco | San Antonio Sacatepéquez | San Cristóbal Cucho | San José El Rodeo | San José Ojetenam | San Lorenzo
    San Marcos | San Miguel Ixtahuacán | San Pablo | San Pedro Sacatepéquez | San Rafael Pie de la Cuesta | Sibinal
    Sipacapa | Tacaná | Tajumulco | Tejutla
  `),
  'Santa Rosa': names(`
    Barberena | Casillas | Chiquimulilla | Cuilapa = Cuajiniquilapa | Guazacapán | Nueva Santa Rosa | Oratorio
    Pueblo Nuevo Viñas | San Juan Tecuaco | San Rafael Las Flores | Santa Cruz Naranjo | Santa María Ixhuatán
    Santa Rosa de Lima | Taxisco
  `),
  Sololá: names(`
    Concepción | Nahualá | Panajachel | San Andrés Semetabaj | San Antonio Palopó | San José Chacayá
    San Juan La Laguna | San Lucas Tolimán | San Marcos La Laguna | San Pablo La Laguna | San Pedro La Laguna
    Santa Catarina Ixtahuacán | Santa Catarina Palopó | Santa Clara La Laguna | Santa Cruz La Laguna
    Santa Lucía Utatlán | Santa María Visitación | Santiago Atitlán | Sololá
  `),
  Suchitepéquez: names(`
    Chicacao | Cuyotenango | Mazatenango = Mazate | Patulul | Pueblo Nuevo | Río Bravo | Samayac
    San Antonio Suchitepéquez | San Bernardino | San Francisco Zapotitlán | San Gabriel | San José El Ídolo
    San José La Máquina | San Juan Bautista | San Lorenzo | San Miguel Panán | San Pablo Jocopilas | Santa Bárbara
    Santo Domingo Suchitepéquez | Santo Tomás La Unión | Zunilito
  `),
  Totonicapán: names(`
    Momostenango = Momos | San Andrés Xecul | San Bartolo Aguas Calientes | San Cristóbal Totonicapán
    San Francisco El Alto | Santa Lucía La Reforma | Santa María Chiquimula | Totonicapán
  `),
  Zacapa: names(`
    Cabañas | Estanzuela | Gualán | Huité | La Unión | Río Hondo | San Diego | San Jorge | Teculután | Usumatlán
    Zacapa
  `),
};
