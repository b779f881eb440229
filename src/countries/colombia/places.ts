/**
 * Colombia: 32 departamentos and Bogotá, D.C., with their 1,122 municipios.
 *
 * Source: DANE, División Político-administrativa de Colombia (Divipola), edition of December 2024: 1,103 municipios,
 * the island of San Andrés and the 18 non-municipal areas of Amazonas, Guainía and Vaupés, under the names DANE writes
 * ('Santiago de Cali', 'San José de Cúcuta', 'Santa Fé de Antioquia', 'Mirití - Paraná'). Nuevo Belén de Bajirá
 * (Chocó) is included; Mapiripana (Guainía) is not: it became part of Barrancominas.
 */
import { names } from '../lists/names.ts';

export const places: Readonly<Record<string, readonly string[]>> = {
  Amazonas: names(`
    El Encanto | La Chorrera | La Pedrera | La Victoria | Leticia | Mirití - Paraná | Puerto Alegría | Puerto Arica
    Puerto Nariño | Puerto Santander | Tarapacá
  `),
  Antioquia: names(`
    Abejorral | Abriaquí | Alejandría | Amagá | Amalfi | Andes | Angelópolis | Angostura | Anorí | Anzá | Apartadó
    Arboletes | Argelia | Armenia | Barbosa | Bello | Belmira | Betania | Betulia | Briceño | Buriticá | Cáceres
    Caicedo | Caldas | Campamento | Cañasgordas | Caracolí | Caramanta | Carepa | Carolina | Caucasia | Chigorodó
    Cisneros | Ciudad Bolívar | Cocorná | Concepción | Concordia | Copacabana | Dabeiba | Donmatías | Ebéjico
    El Bagre | El Carmen de Viboral | El Santuario | Entrerríos = Entre Ríos | Envigado | Fredonia | Frontino
    Giraldo | Girardota | Gómez Plata | Granada | Guadalupe | Guarne | Guatapé | Heliconia | Hispania | Itagüí
    Ituango | Jardín | Jericó | La Ceja | La Estrella | La Pintada | La Unión | Liborina | Maceo | Marinilla
    Medellín | Montebello | Murindó | Mutatá | Nariño | Nechí | Necoclí | Olaya | Peñol | Peque | Pueblorrico
    Puerto Berrío | Puerto Nare | Puerto Triunfo | Remedios | Retiro | Rionegro | Sabanalarga | Sabaneta | Salgar
    San Andrés de Cuerquía | San Carlos | San Francisco | San Jerónimo | San José de la Montaña | San Juan de Urabá
    San Luis | San Pedro de los Milagros | San Pedro de Urabá | San Rafael | San Roque | San Vicente Ferrer
    Santa Bárbara | Santa Fé de Antioquia | Santa Rosa de Osos | Santo Domingo | Segovia | Sonsón | Sopetrán | Támesis
    Tarazá | Tarso | Titiribí | Toledo | Turbo | Uramita | Urrao | Valdivia | Valparaíso | Vegachí | Venecia
    Vigía del Fuerte | Yalí | Yarumal | Yolombó | Yondó | Zaragoza
  `),
  Arauca: names('Arauca | Arauquita | Cravo Norte | Fortul | Puerto Rondón | Saravena | Tame'),
  'Archipiélago de San Andrés, Providencia y Santa Catalina': names('Providencia | San Andrés'),
  Atlántico: names(`
    Baranoa | Barranquilla | Campo de la Cruz | Candelaria | Galapa | Juan de Acosta | Luruaco | Malambo | Manatí
    Palmar de Varela | Piojó | Polonuevo | Ponedera | Puerto Colombia | Repelón | Sabanagrande | Sabanalarga
    Santa Lucía | Santo Tomás | Soledad | Suan | Tubará | Usiacurí
  `),
  'Bogotá, D.C. = Santafé de Bogotá': names('Bogotá, D.C. = Santafé de Bogotá'),
  Bolívar: names(`
    Achí | Altos del Rosario | Arenal | Arjona | Arroyohondo | Barranco de Loba | Calamar | Cantagallo
    Cartagena de Indias | Cicuco | Clemencia | Córdoba | El Carmen de Bolívar | El Guamo | El Peñón | Hatillo de Loba
    Magangué | Mahates | Margarita | María la Baja | Montecristo | Morales | Norosí | Pinillos | Regidor | Río Viejo
    San Cristóbal | San Estanislao | San Fernando | San Jacinto | San Jacinto del Cauca | San Juan Nepomuceno
    San Martín de Loba | San Pablo | Santa Catalina | Santa Cruz de Mompox = Mompós | Santa Rosa | Santa Rosa del Sur
    Simití | Soplaviento | Talaigua Nuevo | Tiquisio | Turbaco | Turbaná | Villanueva | Zambrano
  `),
  Boyacá: names(`
    Almeida | Aquitania | Arcabuco | Belén | Berbeo | Betéitiva | Boavita | Boyacá | Briceño | Buenavista | Busbanzá
    Caldas | Campohermoso | Cerinza | Chinavita | Chiquinquirá | Chíquiza | Chiscas | Chita | Chitaraque | Chivatá
    Chivor | Ciénega | Cómbita | Coper | Corrales | Covarachía | Cubará | Cucaita | Cuítiva | Duitama | El Cocuy
    El Espino | Firavitoba | Floresta | Gachantivá | Gámeza | Garagoa | Guacamayas | Guateque | Guayatá
    Güicán de la Sierra | Iza | Jenesano | Jericó | La Capilla | La Uvita | La Victoria | Labranzagrande | Macanal
    Maripí | Miraflores | Mongua | Monguí | Moniquirá | Motavita | Muzo | Nobsa | Nuevo Colón | Oicatá | Otanche
    Pachavita | Páez | Paipa | Pajarito | Panqueba | Pauna | Paya | Paz de Río | Pesca | Pisba | Puerto Boyacá
    Quípama | Ramiriquí | Ráquira | Rondón | Saboyá | Sáchica | Samacá | San Eduardo | San José de Pare
    San Luis de Gaceno | San Mateo | San Miguel de Sema | San Pablo de Borbur | Santa María | Santa Rosa de Viterbo
    Santa Sofía | Santana | Sativanorte | Sativasur | Siachoque | Soatá | Socha | Socotá | Sogamoso | Somondoco | Sora
    Soracá | Sotaquirá | Susacón | Sutamarchán | Sutatenza | Tasco | Tenza | Tibaná | Tibasosa | Tinjacá | Tipacoque
    Toca | Togüí | Tópaga | Tota | Tunja | Tununguá | Turmequé | Tuta | Tutazá | Úmbita | Ventaquemada
    Villa de Leyva = Villa de Leiva | Viracachá | Zetaquira
  `),
  Caldas: names(`
    Aguadas | Anserma | Aranzazu | Belalcázar | Chinchiná | Filadelfia | La Dorada | La Merced | Manizales
    Manzanares | Marmato | Marquetalia | Marulanda | Neira | Norcasia | Pácora | Palestina | Pensilvania | Riosucio
    Risaralda | Salamina | Samaná | San José | Supía | Victoria | Villamaría | Viterbo
  `),
  Caquetá: names(`
    Albania | Belén de los Andaquíes | Cartagena del Chairá | Curillo | El Doncello | El Paujíl | Florencia
    La Montañita | Milán | Morelia | Puerto Rico | San José del Fragua | San Vicente del Caguán | Solano | Solita
    Valparaíso
  `),
  Casanare: names(`
    Aguazul | Chámeza | Hato Corozal | La Salina | Maní | Monterrey | Nunchía | Orocué | Paz de Ariporo | Pore
    Recetor | Sabanalarga | Sácama | San Luis de Palenque | Támara | Tauramena | Trinidad | Villanueva | Yopal
  `),
  Cauca: names(`
    Almaguer | Argelia | Balboa | Bolívar | Buenos Aires | Cajibío | Caldono | Caloto | Corinto | El Tambo | Florencia
    Guachené | Guapi | Inzá | Jambaló | La Sierra | La Vega | López de Micay | Mercaderes | Miranda | Morales
    Padilla | Páez = Belalcázar | Patía = El Bordo | Piamonte | Piendamó - Tunía | Popayán | Puerto Tejada
    Puracé = Coconuco | Rosas | San Sebastián | Santa Rosa | Santander de Quilichao | Silvia | Sotará - Paispamba
    Suárez | Sucre | Timbío | Timbiquí | Toribío | Totoró | Villa Rica
  `),
  Cesar: names(`
    Aguachica | Agustín Codazzi | Astrea | Becerril | Bosconia | Chimichagua | Chiriguaná | Curumaní | El Copey
    El Paso | Gamarra | González | La Gloria | La Jagua de Ibirico | La Paz | Manaure Balcón del Cesar | Pailitas
    Pelaya | Pueblo Bello | Río de Oro | San Alberto | San Diego | San Martín | Tamalameque | Valledupar
  `),
  Chocó: names(`
    Acandí | Alto Baudó = Pie de Pató | Atrato = Yuto | Bagadó | Bahía Solano = Ciudad Mutis | Bajo Baudó = Pizarro
    Bojayá = Bellavista | Carmen del Darién = Curbaradó | Cértegui | Condoto | El Cantón del San Pablo = Managrú
    El Carmen de Atrato | El Litoral del San Juan = Docordó | Istmina | Juradó | Lloró | Medio Atrato = Beté
    Medio Baudó = Puerto Meluk | Medio San Juan | Nóvita | Nuevo Belén de Bajirá | Nuquí | Quibdó | Río Iró
    Río Quito = Paimadó | Riosucio | San José del Palmar | Sipí | Tadó | Unguía | Unión Panamericana = Las Ánimas
  `),
  Córdoba: names(`
    Ayapel | Buenavista | Canalete | Cereté | Chimá | Chinú | Ciénaga de Oro | Cotorra | La Apartada
    Lorica = Santa Cruz de Lorica | Los Córdobas | Momil | Montelíbano | Montería | Moñitos | Planeta Rica
    Pueblo Nuevo | Puerto Escondido | Puerto Libertador | Purísima de la Concepción = La Purísima | Sahagún
    San Andrés de Sotavento | San Antero | San Bernardo del Viento | San Carlos | San José de Uré | San Pelayo
    Tierralta | Tuchín | Valencia
  `),
  Cundinamarca: names(`
    Agua de Dios | Albán | Anapoima | Anolaima | Apulo = Rafael Reyes | Arbeláez | Beltrán | Bituima | Bojacá
    Cabrera | Cachipay | Cajicá | Caparrapí | Cáqueza | Carmen de Carupa | Chaguaní | Chía | Chipaque | Choachí
    Chocontá | Cogua | Cota | Cucunubá | El Colegio = Mesitas del Colegio | El Peñón | El Rosal | Facatativá | Fómeque
    Fosca | Funza | Fúquene | Fusagasugá | Gachalá | Gachancipá | Gachetá | Gama | Girardot | Granada | Guachetá
    Guaduas | Guasca | Guataquí | Guatavita | Guayabal de Síquima | Guayabetal | Gutiérrez | Jerusalén | Junín
    La Calera | La Mesa | La Palma | La Peña | La Vega | Lenguazaque | Machetá | Madrid | Manta | Medina | Mosquera
    Nariño | Nemocón | Nilo | Nimaima | Nocaima | Pacho | Paime | Pandi | Paratebueno | Pasca | Puerto Salgar | Pulí
    Quebradanegra | Quetame | Quipile | Ricaurte | San Antonio del Tequendama | San Bernardo | San Cayetano
    San Francisco | San Juan de Rioseco | Sasaima | Sesquilé | Sibaté | Silvania | Simijaca | Soacha | Sopó
    Subachoque | Suesca | Supatá | Susa | Sutatausa | Tabio | Tausa | Tena | Tenjo | Tibacuy | Tibirita | Tocaima
    Tocancipá | Topaipí | Ubalá | Ubaque | Une | Útica | Venecia | Vergara | Vianí | Villa de San Diego de Ubaté
    Villagómez | Villapinzón | Villeta | Viotá | Yacopí | Zipacón | Zipaquirá
  `),
  Guainía: names(`
    Barrancominas | Cacahual | Inírida = Puerto Inírida | La Guadalupe | Morichal | Pana Pana | Puerto Colombia
    San Felipe
  `),
  Guaviare: names('Calamar | El Retorno | Miraflores | San José del Guaviare'),
  Huila: names(`
    Acevedo | Agrado | Aipe | Algeciras | Altamira | Baraya | Campoalegre | Colombia | Elías | Garzón | Gigante
    Guadalupe | Hobo | Íquira | Isnos = San José de Isnos | La Argentina | La Plata | Nátaga | Neiva | Oporapa
    Paicol | Palermo | Palestina | Pital | Pitalito | Rivera | Saladoblanco | San Agustín | Santa María | Suaza
    Tarqui | Tello | Teruel | Tesalia = Carnicerías | Timaná | Villavieja | Yaguará
  `),
  'La Guajira': names(`
    Albania | Barrancas | Dibulla | Distracción | El Molino | Fonseca | Hatonuevo | La Jagua del Pilar | Maicao
    Manaure | Riohacha | San Juan del Cesar | Uribia | Urumita | Villanueva
  `),
  Magdalena: names(`
    Algarrobo | Aracataca | Ariguaní = El Difícil | Cerro de San Antonio | Chivolo | Ciénaga | Concordia | El Banco
    El Piñón | El Retén | Fundación | Guamal | Nueva Granada | Pedraza | Pijiño del Carmen | Pivijay | Plato
    Puebloviejo | Remolino | Sabanas de San Ángel | Salamina | San Sebastián de Buenavista | San Zenón | Santa Ana
    Santa Bárbara de Pinto | Santa Marta | Sitionuevo | Tenerife | Zapayán = Punta de Piedras
    Zona Bananera = Prado Sevilla
  `),
  Meta: names(`
    Acacías | Barranca de Upía | Cabuyaro | Castilla la Nueva | Cubarral | Cumaral | El Calvario | El Castillo
    El Dorado | Fuente de Oro | Granada | Guamal | La Macarena | Lejanías | Mapiripán | Mesetas | Puerto Concordia
    Puerto Gaitán | Puerto Lleras | Puerto López | Puerto Rico | Restrepo | San Carlos de Guaroa | San Juan de Arama
    San Juanito | San Martín | Uribe | Villavicencio = Villavo | Vistahermosa
  `),
  Nariño: names(`
    Albán | Aldana | Ancuya | Arboleda = Berruecos | Barbacoas | Belén | Buesaco | Chachagüí | Colón | Consacá
    Contadero | Córdoba | Cuaspud Carlosama | Cumbal | Cumbitara | El Charco | El Peñol | El Rosario
    El Tablón de Gómez | El Tambo | Francisco Pizarro = Salahonda | Funes | Guachucal | Guaitarilla | Gualmatán | Iles
    Imués | Ipiales | La Cruz | La Florida | La Llanada | La Tola | La Unión | Leiva | Linares | Los Andes = Sotomayor
    Magüí = Payán | Mallama = Piedrancha | Mosquera | Nariño | Olaya Herrera = Bocas de Satinga | Ospina
    Pasto = San Juan de Pasto | Policarpa | Potosí | Providencia | Puerres | Pupiales | Ricaurte | Roberto Payán
    Samaniego | San Andrés de Tumaco | San Bernardo | San Lorenzo | San Pablo | San Pedro de Cartago | Sandoná
    Santa Bárbara = Iscuandé | Santacruz | Sapuyes | Taminango | Tangua | Túquerres | Yacuanquer
  `),
  'Norte de Santander': names(`
    Ábrego | Arboledas | Bochalema | Bucarasica | Cáchira | Cácota | Chinácota | Chitagá | Convención | Cucutilla
    Durania | El Carmen | El Tarra | El Zulia | Gramalote | Hacarí | Herrán | La Esperanza | La Playa | Labateca
    Los Patios | Lourdes | Mutiscua | Ocaña | Pamplona | Pamplonita | Puerto Santander | Ragonvalia | Salazar
    San Calixto | San Cayetano | San José de Cúcuta | Santiago | Sardinata | Silos | Teorama | Tibú | Toledo
    Villa Caro | Villa del Rosario
  `),
  Putumayo: names(`
    Colón | Mocoa | Orito | Puerto Asís | Puerto Caicedo | Puerto Guzmán | Puerto Leguízamo | San Francisco
    San Miguel = La Dorada | Santiago | Sibundoy | Valle del Guamuez = La Hormiga | Villagarzón
  `),
  Quindío: names(`
    Armenia | Buenavista | Calarcá | Circasia | Córdoba | Filandia | Génova | La Tebaida | Montenegro | Pijao
    Quimbaya | Salento
  `),
  Risaralda: names(`
    Apía | Balboa | Belén de Umbría | Dosquebradas | Guática | La Celia | La Virginia | Marsella | Mistrató
    Pereira | Pueblo Rico | Quinchía | Santa Rosa de Cabal | Santuario
  `),
  Santander: names(`
    Aguada | Albania | Aratoca | Barbosa | Barichara | Barrancabermeja | Betulia | Bolívar | Bucaramanga | Cabrera
    California | Capitanejo | Carcasí | Cepitá | Cerrito | Charalá | Charta | Chima | Chipatá | Cimitarra
    Concepción | Confines | Contratación | Coromoro | Curití | El Carmen de Chucurí | El Guacamayo | El Peñón
    El Playón | Encino | Enciso | Florián | Floridablanca | Galán | Gámbita | Girón | Guaca | Guadalupe | Guapotá
    Guavatá | Güepsa | Hato | Jesús María | Jordán | La Belleza | La Paz | Landázuri | Lebrija | Los Santos
    Macaravita | Málaga | Matanza | Mogotes | Molagavita | Ocamonte | Oiba | Onzaga | Palmar | Palmas del Socorro
    Páramo | Piedecuesta | Pinchote | Puente Nacional | Puerto Parra | Puerto Wilches | Rionegro | Sabana de Torres
    San Andrés | San Benito | San Gil | San Joaquín | San José de Miranda | San Miguel | San Vicente de Chucurí
    Santa Bárbara | Santa Helena del Opón | Simacota | Socorro | Suaita | Sucre | Suratá | Tona | Valle de San José
    Vélez | Vetas | Villanueva | Zapatoca
  `),
  Sucre: names(`
    Buenavista | Caimito | Chalán | Colosó | Corozal | Coveñas | El Roble | Galeras | Guaranda | La Unión
    Los Palmitos | Majagual | Morroa | Ovejas | Palmito = San Antonio de Palmito | Sampués | San Benito Abad
    San José de Toluviejo = Tolú Viejo | San Juan de Betulia | San Luis de Sincé | San Marcos | San Onofre | San Pedro
    Santiago de Tolú | Sincelejo | Sucre
  `),
  Tolima: names(`
    Alpujarra | Alvarado | Ambalema | Anzoátegui | Armero = Armero Guayabal | Ataco | Cajamarca | Carmen de Apicalá
    Casabianca | Chaparral | Coello | Coyaima | Cunday | Dolores | Espinal | Falan | Flandes | Fresno | Guamo | Herveo
    Honda | Ibagué | Icononzo | Lérida | Líbano | Melgar | Murillo | Natagaima | Ortega | Palocabildo | Piedras
    Planadas | Prado | Purificación | Rioblanco | Roncesvalles | Rovira | Saldaña | San Antonio | San Luis
    San Sebastián de Mariquita | Santa Isabel | Suárez | Valle de San Juan | Venadillo | Villahermosa | Villarrica
  `),
  'Valle del Cauca': names(`
    Alcalá | Andalucía | Ansermanuevo | Argelia | Bolívar | Buenaventura | Bugalagrande | Caicedonia
    Calima = El Darién | Candelaria | Cartago | Dagua | El Águila | El Cairo | El Cerrito | El Dovio | Florida
    Ginebra | Guacarí | Guadalajara de Buga | Jamundí | La Cumbre | La Unión | La Victoria | Obando | Palmira
    Pradera | Restrepo | Riofrío | Roldanillo | San Pedro | Santiago de Cali | Sevilla | Toro | Trujillo | Tuluá
    Ulloa | Versalles | Vijes | Yotoco | Yumbo | Zarzal
  `),
  Vaupés: names('Carurú | Mitú | Pacoa | Papunahua | Taraira | Yavaraté'),
  Vichada: names('Cumaribo | La Primavera | Puerto Carreño | Santa Rosalía'),
};
