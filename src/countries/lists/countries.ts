import { readEntry } from './names.ts';

/**
 * The 195 countries: the 193 members of the United Nations, Ciudad del Vaticano and Palestina. Six territories with a prefix
 * and passports of their own follow (docs/decisions/lists.md).
 *
 * Names and demonyms: Real Academia Española and ASALE (Ortografía de la lengua española and Diccionario panhispánico de dudas,
 * lists of countries with their demonyms), in the form used in America where they give two ('Arabia Saudita', 'Rumania',
 * 'Malí'); Myanmar keeps its older name beside the one the United Nations use, so that either finds it. Prefixes: ITU-T E.164.
 * The Caribbean states carry their area code of the North American plan. The Vatican is reached through Italy's +39, since its
 * own +379 was never put into service. Jamaica has 876 and, since 2018, 658 (Office of Utilities Regulation of Jamaica). All
 * ten digits are dialled there. The prefix is +1 and the area code is typed, as in República Dominicana and Puerto Rico (787,
 * 939). Kosovo: ITU, 2016.
 */
export interface WorldCountry {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly iso2: string;
  readonly name: string;
  /** '+593', '+1-246' for an island of the +1 plan; several countries may share one. */
  readonly prefix: string;
  /** Feminine, as it follows 'nacionalidad'. The two Congos share one, and so do Guinea and Guinea-Bisáu. */
  readonly demonym: string;
  /** Former and foreign names, and the territories that belong to it. */
  readonly also: readonly string[];
  /** Area codes of a +1 country with several. The customer types them; they are not part of the prefix. */
  readonly areas: readonly string[];
}

/** Alphabetical by name. */
export const countries: readonly WorldCountry[] = read(`
AF Afganistán +93 Afgana
AL Albania +355 Albanesa
DE Alemania = República Federal de Alemania +49 Alemana
AD Andorra +376 Andorrana
AO Angola +244 Angoleña
AG Antigua y Barbuda +1-268 Antiguana
SA Arabia Saudita = Arabia Saudí +966 Saudita
DZ Argelia +213 Argelina
AR Argentina +54 Argentina
AM Armenia +374 Armenia
AU Australia +61 Australiana
AT Austria +43 Austriaca
AZ Azerbaiyán = Azerbaiján +994 Azerbaiyana
BS Bahamas +1-242 Bahameña
BD Bangladés = Bangladesh +880 Bangladesí
BB Barbados +1-246 Barbadense
BH Baréin = Bahréin; Bahrein +973 Bareiní
BE Bélgica +32 Belga
BZ Belice = Belize +501 Beliceña
BJ Benín +229 Beninesa
BY Bielorrusia = Belarús +375 Bielorrusa
BO Bolivia +591 Boliviana
BA Bosnia y Herzegovina = Bosnia-Herzegovina +387 Bosnia
BW Botsuana = Botswana +267 Botsuana
BR Brasil +55 Brasileña
BN Brunéi = Brunei Darussalam +673 Bruneana
BG Bulgaria +359 Búlgara
BF Burkina Faso +226 Burkinesa
BI Burundi +257 Burundesa
BT Bután = Bhután +975 Butanesa
CV Cabo Verde = Cape Verde +238 Caboverdiana
KH Camboya +855 Camboyana
CM Camerún +237 Camerunesa
CA Canadá +1 Canadiense
QA Catar = Qatar +974 Catarí
TD Chad +235 Chadiana
CZ Chequia = República Checa +420 Checa
CL Chile +56 Chilena
CN China = República Popular China; Hong Kong +86 China
CY Chipre +357 Chipriota
VA Ciudad del Vaticano = Santa Sede +39 Vaticana
CO Colombia +57 Colombiana
KM Comoras +269 Comorense
CG Congo = República del Congo; Congo-Brazzaville +242 Congoleña
KP Corea del Norte = República Popular Democrática de Corea +850 Norcoreana
KR Corea del Sur = República de Corea; Coreana +82 Surcoreana
CI Costa de Marfil = Côte d’Ivoire +225 Marfileña
CR Costa Rica +506 Costarricense
HR Croacia +385 Croata
CU Cuba +53 Cubana
DK Dinamarca +45 Danesa
DM Dominica +1-767 Dominiquesa
EC Ecuador +593 Ecuatoriana
EG Egipto +20 Egipcia
SV El Salvador +503 Salvadoreña
AE Emiratos Árabes Unidos = EAU; Dubái; Abu Dabi +971 Emiratí
ER Eritrea +291 Eritrea
SK Eslovaquia +421 Eslovaca
SI Eslovenia +386 Eslovena
ES España +34 Española
US Estados Unidos = EE. UU.; EEUU; EUA; USA; Estados Unidos de América; Norteamericana; Americana; Puerto Rico; Puertorriqueña +1 Estadounidense
EE Estonia +372 Estonia
SZ Esuatini = Suazilandia; Swazilandia +268 Suazi
ET Etiopía +251 Etíope
PH Filipinas +63 Filipina
FI Finlandia +358 Finlandesa
FJ Fiyi = Fiji +679 Fiyiana
FR Francia +33 Francesa
GA Gabón +241 Gabonesa
GM Gambia +220 Gambiana
GE Georgia +995 Georgiana
GH Ghana +233 Ghanesa
GD Granada = Grenada +1-473 Granadina
GR Grecia +30 Griega
GT Guatemala +502 Guatemalteca
GN Guinea +224 Guineana
GQ Guinea Ecuatorial +240 Ecuatoguineana
GW Guinea-Bisáu = Guinea-Bissau +245 Guineana
GY Guyana +592 Guyanesa
HT Haití +509 Haitiana
HN Honduras +504 Hondureña
HU Hungría +36 Húngara
IN India = Hindú +91 India
ID Indonesia +62 Indonesia
IQ Irak = Iraq +964 Iraquí
IR Irán +98 Iraní
IE Irlanda = Eire +353 Irlandesa
IS Islandia +354 Islandesa
MH Islas Marshall +692 Marshalesa
SB Islas Salomón +677 Salomonense
IL Israel +972 Israelí
IT Italia +39 Italiana
JM Jamaica +1-876/658 Jamaicana
JP Japón +81 Japonesa
JO Jordania +962 Jordana
KZ Kazajistán = Kazajstán +7 Kazaja
KE Kenia = Kenya +254 Keniana
KG Kirguistán = Kirguizistán +996 Kirguisa
KI Kiribati +686 Kiribatiana
KW Kuwait +965 Kuwaití
LA Laos +856 Laosiana
LS Lesoto = Lesotho +266 Lesotense
LV Letonia +371 Letona
LB Líbano +961 Libanesa
LR Liberia +231 Liberiana
LY Libia +218 Libia
LI Liechtenstein +423 Liechtensteiniana
LT Lituania +370 Lituana
LU Luxemburgo +352 Luxemburguesa
MK Macedonia del Norte +389 Macedonia
MG Madagascar +261 Malgache
MY Malasia +60 Malasia
MW Malaui = Malawi +265 Malauí
MV Maldivas = Islas Maldivas +960 Maldiva
ML Malí +223 Maliense
MT Malta +356 Maltesa
MA Marruecos +212 Marroquí
MU Mauricio = Isla Mauricio +230 Mauriciana
MR Mauritania +222 Mauritana
MX México = Méjico +52 Mexicana
FM Micronesia +691 Micronesia
MD Moldavia = Moldova +373 Moldava
MC Mónaco +377 Monegasca
MN Mongolia +976 Mongola
ME Montenegro +382 Montenegrina
MZ Mozambique +258 Mozambiqueña
MM Myanmar (Birmania) +95 Birmana
NA Namibia +264 Namibia
NR Nauru +674 Nauruana
NP Nepal +977 Nepalesa
NI Nicaragua +505 Nicaragüense
NE Níger +227 Nigerina
NG Nigeria +234 Nigeriana
NO Noruega +47 Noruega
NZ Nueva Zelanda = Nueva Zelandia +64 Neozelandesa
OM Omán +968 Omaní
NL Países Bajos = Holanda; Holandesa; Aruba; Curazao +31 Neerlandesa
PK Pakistán +92 Pakistaní
PW Palaos = Palau +680 Palauana
PS Palestina = Franja de Gaza; Cisjordania +970 Palestina
PA Panamá +507 Panameña
PG Papúa Nueva Guinea +675 Papú
PY Paraguay +595 Paraguaya
PE Perú +51 Peruana
PL Polonia +48 Polaca
PT Portugal +351 Portuguesa
GB Reino Unido = Inglaterra; Inglesa; Gran Bretaña; Escocia; Gales; Irlanda del Norte +44 Británica
CF República Centroafricana +236 Centroafricana
CD República Democrática del Congo = Congo-Kinshasa; Zaire +243 Congoleña
DO República Dominicana +1 Dominicana
RW Ruanda = Rwanda +250 Ruandesa
RO Rumania = Rumanía +40 Rumana
RU Rusia +7 Rusa
WS Samoa +685 Samoana
KN San Cristóbal y Nieves = Saint Kitts +1-869 Sancristobaleña
SM San Marino +378 Sanmarinense
VC San Vicente y las Granadinas +1-784 Sanvicentina
LC Santa Lucía +1-758 Santalucense
ST Santo Tomé y Príncipe = São Tomé +239 Santotomense
SN Senegal +221 Senegalesa
RS Serbia +381 Serbia
SC Seychelles +248 Seychellense
SL Sierra Leona +232 Sierraleonesa
SG Singapur = Singapore +65 Singapurense
SY Siria = República Árabe Siria +963 Siria
SO Somalia +252 Somalí
LK Sri Lanka = Ceilán +94 Esrilanquesa
ZA Sudáfrica = África del Sur +27 Sudafricana
SD Sudán +249 Sudanesa
SS Sudán del Sur +211 Sursudanesa
SE Suecia +46 Sueca
CH Suiza +41 Suiza
SR Surinam = Suriname +597 Surinamesa
TH Tailandia +66 Tailandesa
TZ Tanzania = Tanzanía +255 Tanzana
TJ Tayikistán = Tadyikistán +992 Tayika
TL Timor Oriental = Timor-Leste +670 Timorense
TG Togo +228 Togolesa
TO Tonga +676 Tongana
TT Trinidad y Tobago = Trinidad and Tobago +1-868 Trinitense
TN Túnez +216 Tunecina
TM Turkmenistán +993 Turcomana
TR Turquía = Türkiye +90 Turca
TV Tuvalu +688 Tuvaluana
UA Ucrania +380 Ucraniana
UG Uganda +256 Ugandesa
UY Uruguay +598 Uruguaya
UZ Uzbekistán +998 Uzbeka
VU Vanuatu +678 Vanuatuense
VE Venezuela +58 Venezolana
VN Vietnam = Viet Nam +84 Vietnamita
YE Yemen +967 Yemení
DJ Yibuti = Djibouti +253 Yibutiana
ZM Zambia +260 Zambiana
ZW Zimbabue = Zimbabwe +263 Zimbabuense
`);

/** Territories outside the 195 that have a prefix and passports of their own. */
export const territories: readonly WorldCountry[] = read(`
AW Aruba +297 Arubeña
CW Curazao = Curaçao +599 Curazoleña
HK Hong Kong +852 Hongkonesa
XK Kosovo +383 Kosovar
PR Puerto Rico +1 Puertorriqueña
TW Taiwán = Taiwan; Formosa +886 Taiwanesa
`);

/** The flag emoji of a country: its two letters as regional indicator symbols. */
export function flagOf(iso2: string): string {
  const firstRegionalIndicator = 0x1f1e6;
  return [...iso2.toUpperCase()]
    .map((letter) => String.fromCodePoint(firstRegionalIndicator + letter.charCodeAt(0) - 'A'.charCodeAt(0)))
    .join('');
}

function read(text: string): WorldCountry[] {
  return [...text.matchAll(/^([A-Z]{2}) (.+) (\+\S+) (\S+)$/gm)].map(
    ([, iso2 = '', written = '', dial = '', demonym = '']) => {
      const { name, also } = readEntry(written);
      // '+1-876/658': several area codes under one prefix.
      const areas = dial.includes('/') ? (dial.split('-')[1]?.split('/') ?? []) : [];
      return { iso2, name, also, prefix: areas.length > 0 ? '+1' : dial, areas, demonym };
    },
  );
}
