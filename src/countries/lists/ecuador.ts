/**
 * Ecuador: 24 provincias and their 222 cantones.
 *
 * Source: INEC, Clasificador Geográfico Estadístico (DPA), edition of 2026, with Sevilla Don Bosco (Morona Santiago)
 * as the 222nd canton. Its slips are mended ('Pucará', 'Pujilí', 'Alausí', 'Mejía', 'Rioverde' and 'Buena Fe' stand
 * there as Pucara, Pujili, Alausi, Mejia, Ríoverde and Buena Fé), and the canton that it calls Distrito Metropolitano
 * de Quito is Quito.
 */
import { names } from './names.ts';

export const cantonesByProvincia: Readonly<Record<string, readonly string[]>> = {
  Azuay: names(`
    Camilo Ponce Enríquez | Chordeleg | Cuenca | El Pan | Girón | Guachapala | Gualaceo | Nabón | Oña | Paute
    Pucará | San Fernando | Santa Isabel | Sevilla de Oro | Sígsig
  `),
  Bolívar: names(`
    Caluma | Chillanes | Chimbo | Echeandía | Guaranda | Las Naves | San Miguel
  `),
  Cañar: names(`
    Azogues | Biblián | Cañar | Déleg | El Tambo | La Troncal | Suscal
  `),
  Carchi: names(`
    Bolívar | Espejo | Mira | Montúfar | San Pedro de Huaca | Tulcán
  `),
  Chimborazo: names(`
    Alausí | Chambo | Chunchi | Colta | Cumandá | Guamote | Guano | Pallatanga | Penipe | Riobamba
  `),
  Cotopaxi: names(`
    La Maná | Latacunga | Pangua | Pujilí | Salcedo | Saquisilí | Sigchos
  `),
  'El Oro': names(`
    Arenillas | Atahualpa | Balsas | Chilla | El Guabo | Huaquillas | Las Lajas | Machala | Marcabelí | Pasaje
    Piñas | Portovelo | Santa Rosa | Zaruma
  `),
  Esmeraldas: names(`
    Atacames | Eloy Alfaro | Esmeraldas | Muisne | Quinindé | Rioverde | San Lorenzo
  `),
  Galápagos: names(`
    Isabela | San Cristóbal | Santa Cruz
  `),
  Guayas: names(`
    Alfredo Baquerizo Moreno | Balao | Balzar | Colimes | Coronel Marcelino Maridueña | Daule | Durán
    El Empalme | El Triunfo | General Antonio Elizalde | Guayaquil | Isidro Ayora | Lomas de Sargentillo | Milagro
    Naranjal | Naranjito | Nobol | Palestina | Pedro Carbo | Playas | Salitre | Samborondón
    San Jacinto de Yaguachi | Santa Lucía | Simón Bolívar
  `),
  Imbabura: names(`
    Antonio Ante | Cotacachi | Ibarra | Otavalo | Pimampiro | San Miguel de Urcuquí
  `),
  Loja: names(`
    Calvas | Catamayo | Celica | Chaguarpamba | Espíndola | Gonzanamá | Loja | Macará | Olmedo | Paltas | Pindal
    Puyango | Quilanga | Saraguro | Sozoranga | Zapotillo
  `),
  'Los Ríos': names(`
    Baba | Babahoyo | Buena Fe | Mocache | Montalvo | Palenque | Puebloviejo | Quevedo | Quinsaloma | Urdaneta
    Valencia | Ventanas | Vinces
  `),
  Manabí: names(`
    24 de Mayo | Bolívar | Chone | El Carmen | Flavio Alfaro | Jama | Jaramijó | Jipijapa | Junín | Manta
    Montecristi | Olmedo | Paján | Pedernales | Pichincha | Portoviejo | Puerto López | Rocafuerte | San Vicente
    Santa Ana | Sucre | Tosagua
  `),
  'Morona Santiago': names(`
    Gualaquiza | Huamboya | Limón Indanza | Logroño | Morona | Pablo Sexto | Palora | San Juan Bosco | Santiago
    Sevilla Don Bosco | Sucúa | Taisha | Tiwintza
  `),
  Napo: names(`
    Archidona | Carlos Julio Arosemena Tola | El Chaco | Quijos | Tena
  `),
  Orellana: names(`
    Aguarico | Francisco de Orellana | La Joya de los Sachas | Loreto
  `),
  Pastaza: names(`
    Arajuno | Mera | Pastaza | Santa Clara
  `),
  Pichincha: names(`
    Cayambe | Mejía | Pedro Moncayo | Pedro Vicente Maldonado | Puerto Quito | Quito | Rumiñahui
    San Miguel de los Bancos
  `),
  'Santa Elena': names(`
    La Libertad | Salinas | Santa Elena
  `),
  'Santo Domingo de los Tsáchilas': names(`
    La Concordia | Santo Domingo
  `),
  Sucumbíos: names(`
    Cascales | Cuyabeno | Gonzalo Pizarro | Lago Agrio | Putumayo | Shushufindi | Sucumbíos
  `),
  Tungurahua: names(`
    Ambato | Baños de Agua Santa | Cevallos | Mocha | Patate | Quero | San Pedro de Pelileo | Santiago de Píllaro
    Tisaleo
  `),
  'Zamora Chinchipe': names(`
    Centinela del Cóndor | Chinchipe | El Pangui | Nangaritza | Palanda | Paquisha | Yacuambi | Yantzaza
    Zamora
  `),
};
