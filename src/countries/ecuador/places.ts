/**
 * Ecuador: 24 provincias and their 222 cantones.
 *
 * Source: INEC, Clasificador Geográfico Estadístico (DPA), edition of 2026, with Sevilla Don Bosco (Morona Santiago)
 * as the 222nd canton. Its spelling mistakes are corrected here: 'Pucará', 'Pujilí', 'Alausí', 'Mejía', 'Rioverde' and
 * 'Buena Fe' (there Pucara, Pujili, Alausi, Mejia, Ríoverde and Buena Fé). The canton that it calls Distrito Metropolitano
 * de Quito is Quito here.
 */
import { names } from '../lists/names.ts';

export const places: Readonly<Record<string, readonly string[]>> = {
  Azuay: names(`
    Camilo Ponce Enríquez = Ponce Enríquez | Chordeleg | Cuenca | El Pan | Girón | Guachapala | Gualaceo | Nabón
    Oña = San Felipe de Oña | Paute | Pucará | San Fernando | Santa Isabel | Sevilla de Oro | Sígsig
  `),
  Bolívar: names(`
    Caluma | Chillanes | Chimbo = San José de Chimbo | Echeandía | Guaranda | Las Naves
    San Miguel = San Miguel de Bolívar
  `),
  Cañar: names('Azogues | Biblián | Cañar | Déleg | El Tambo | La Troncal | Suscal'),
  Carchi: names('Bolívar | Espejo = El Ángel | Mira | Montúfar = San Gabriel | San Pedro de Huaca | Tulcán'),
  Chimborazo: names(`
    Alausí | Chambo | Chunchi | Colta = Cajabamba; Villa La Unión | Cumandá | Guamote | Guano | Pallatanga | Penipe
    Riobamba
  `),
  Cotopaxi: names(`
    La Maná | Latacunga | Pangua = El Corazón | Pujilí | Salcedo = San Miguel de Salcedo | Saquisilí | Sigchos
  `),
  'El Oro': names(`
    Arenillas | Atahualpa = Paccha | Balsas | Chilla | El Guabo | Huaquillas | Las Lajas = La Victoria | Machala
    Marcabelí | Pasaje | Piñas | Portovelo | Santa Rosa | Zaruma
  `),
  Esmeraldas: names(`
    Atacames | Eloy Alfaro = Limones; Valdez | Esmeraldas | Muisne | Quinindé = Rosa Zárate | Rioverde | San Lorenzo
  `),
  'Galápagos = Archipiélago de Colón': names(`
    Isabela = Puerto Villamil | San Cristóbal = Puerto Baquerizo Moreno | Santa Cruz = Puerto Ayora
  `),
  Guayas: names(`
    Alfredo Baquerizo Moreno = Juján | Balao | Balzar | Colimes | Coronel Marcelino Maridueña | Daule
    Durán = Eloy Alfaro | El Empalme = Velasco Ibarra | El Triunfo | General Antonio Elizalde = Bucay | Guayaquil
    Isidro Ayora | Lomas de Sargentillo | Milagro = San Francisco de Milagro | Naranjal | Naranjito
    Nobol = Narcisa de Jesús; Piedrahita | Palestina | Pedro Carbo | Playas = General Villamil | Salitre = Urbina Jado
    Samborondón | San Jacinto de Yaguachi | Santa Lucía | Simón Bolívar
  `),
  Imbabura: names('Antonio Ante = Atuntaqui | Cotacachi | Ibarra | Otavalo | Pimampiro | San Miguel de Urcuquí'),
  Loja: names(`
    Calvas = Cariamanga | Catamayo | Celica | Chaguarpamba | Espíndola = Amaluza | Gonzanamá | Loja | Macará | Olmedo
    Paltas = Catacocha | Pindal | Puyango = Alamor | Quilanga | Saraguro | Sozoranga | Zapotillo
  `),
  'Los Ríos': names(`
    Baba | Babahoyo | Buena Fe = San Jacinto de Buena Fe | Mocache | Montalvo | Palenque | Puebloviejo | Quevedo
    Quinsaloma | Urdaneta = Catarama | Valencia | Ventanas | Vinces
  `),
  Manabí: names(`
    24 de Mayo = Veinticuatro de Mayo | Bolívar = Calceta | Chone | El Carmen | Flavio Alfaro | Jama | Jaramijó
    Jipijapa | Junín | Manta | Montecristi | Olmedo | Paján | Pedernales | Pichincha | Portoviejo | Puerto López
    Rocafuerte | San Vicente | Santa Ana | Sucre = Bahía de Caráquez | Tosagua
  `),
  'Morona Santiago': names(`
    Gualaquiza | Huamboya | Limón Indanza = General Leonidas Plaza Gutiérrez | Logroño | Morona = Macas | Pablo Sexto
    Palora | San Juan Bosco | Santiago = Méndez | Sevilla Don Bosco | Sucúa | Taisha | Tiwintza
  `),
  Napo: names('Archidona | Carlos Julio Arosemena Tola | El Chaco | Quijos = Baeza | Tena'),
  Orellana: names('Aguarico = Nuevo Rocafuerte | Francisco de Orellana = El Coca | La Joya de los Sachas | Loreto'),
  Pastaza: names('Arajuno | Mera | Pastaza = Puyo | Santa Clara'),
  Pichincha: names(`
    Cayambe | Mejía = Machachi | Pedro Moncayo = Tabacundo | Pedro Vicente Maldonado | Puerto Quito
    Quito = Distrito Metropolitano de Quito | Rumiñahui = Sangolquí | San Miguel de los Bancos
  `),
  'Santa Elena': names('La Libertad | Salinas | Santa Elena'),
  'Santo Domingo de los Tsáchilas = Santo Domingo de los Colorados': names(`
    La Concordia | Santo Domingo = Santo Domingo de los Colorados
  `),
  Sucumbíos: names(`
    Cascales = El Dorado de Cascales | Cuyabeno = Tarapoa | Gonzalo Pizarro = Lumbaqui | Lago Agrio = Nueva Loja
    Putumayo = Puerto El Carmen | Shushufindi | Sucumbíos = La Bonita
  `),
  Tungurahua: names(`
    Ambato | Baños de Agua Santa | Cevallos | Mocha | Patate | Quero | San Pedro de Pelileo | Santiago de Píllaro
    Tisaleo
  `),
  'Zamora Chinchipe': names(`
    Centinela del Cóndor = Zumbi | Chinchipe = Zumba | El Pangui | Nangaritza = Guayzimi | Palanda | Paquisha
    Yacuambi = 28 de Mayo | Yantzaza | Zamora
  `),
};
