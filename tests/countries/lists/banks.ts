/**
 * About 800 banks: those of the five countries, of their region, and the large ones of the world (spec V3.20, D13). They
 * stand beside their test because no screen shows them: `src` is what ships.
 *
 * Compiled by hand, commercial names without 'S.A.'. Each group names the official register to check it against. A bank's
 * value is the group's first number plus its position. Add new banks at a group's end and leave closed ones in, or stored
 * values would change their meaning.
 */
import { names } from '#countries/lists/names.ts';

export interface Bank {
  readonly label: string;
  readonly value: number;
}

export const banks: readonly Bank[] = [
  // Ecuador (Superintendencia de Bancos; Superintendencia de Economía Popular y Solidaria).
  ...numbered(
    1000,
    `
    Banco Amazonas | Banco Bolivariano | Banco Capital | Banco Comercial de Manabí | Banco D-Miro
    Banco Guayaquil | Banco de la Producción (Produbanco) | Banco de Loja | Banco de Machala | Banco del Austro
    Banco del Litoral | Banco del Pacífico | Banco Delbank | Banco Desarrollo de los Pueblos (CODESARROLLO)
    Banco Diners Club del Ecuador | Banco General Rumiñahui | Banco Internacional (Ecuador) | Banco Pichincha
    Banco ProCredit Ecuador | Banco Solidario | Banco VisionFund Ecuador | Banco Atlántida Ecuador
    Citibank Ecuador | BanEcuador | Banco de Desarrollo del Ecuador
    Banco del Instituto Ecuatoriano de Seguridad Social (BIESS) | Corporación Financiera Nacional
    Mutualista Pichincha | Mutualista Azuay | Mutualista Imbabura | Mutualista Ambato
    Cooperativa Juventud Ecuatoriana Progresista (JEP) | Cooperativa Jardín Azuayo | Cooperativa Policía Nacional
    Cooperativa Cooprogreso | Cooperativa 29 de Octubre | Cooperativa Alianza del Valle | Cooperativa OSCUS
    Cooperativa San Francisco | Cooperativa Riobamba | Cooperativa Andalucía | Cooperativa Mushuc Runa
    Cooperativa El Sagrario | Cooperativa 23 de Julio | Cooperativa Atuntaqui | Cooperativa CACPECO
    Cooperativa Pablo Muñoz Vega | Cooperativa Tulcán | Cooperativa Santa Rosa | Cooperativa CACPE Biblián
    Cooperativa CACPE Loja | Cooperativa CACPE Pastaza | Cooperativa Cámara de Comercio de Ambato
    Cooperativa Fernando Daquilema | Cooperativa Chibuleo | Cooperativa Kullki Wasi | Cooperativa Ambato
    Cooperativa Pilahuín Tío | Cooperativa San José | Cooperativa Comercio | Cooperativa Chone
    Cooperativa 15 de Abril | Cooperativa Calceta | Cooperativa La Merced | Cooperativa Erco | Cooperativa Crea
    Cooperativa Alfonso Jaramillo León | Cooperativa Vicentina Manuel Esteban Godoy Ortega (CoopMego)
    Cooperativa Padre Julián Lorente | Cooperativa Cristo Rey | Cooperativa Guaranda | Cooperativa Virgen del Cisne
    Cooperativa de la Pequeña Empresa Gualaquiza | Cooperativa Once de Junio | Cooperativa Nueva Huancavilca
    Cooperativa Artesanos | Cooperativa Maquita Cushunchic | Cooperativa Luz del Valle
    Cooperativa Construcción, Comercio y Producción | Cooperativa San Francisco de Asís | Cooperativa Santa Isabel
    Cooperativa Señor de Girón | Cooperativa Educadores de Loja | Cooperativa Educadores de Pastaza
    Cooperativa Educadores del Azuay | Cooperativa 9 de Octubre | Cooperativa 4 de Octubre | Cooperativa 13 de Abril
    Cooperativa Lucha Campesina | Cooperativa San Miguel de Los Bancos | Cooperativa Malchinguí
    Cooperativa Pedro Moncayo | Cooperativa Mujeres Unidas | Cooperativa Santa Anita | Cooperativa San Antonio
    Cooperativa Indígena SAC | Cooperativa Visión de los Andes | Cooperativa Salinas | Cooperativa San Gabriel
    Cooperativa Tena | Cooperativa Sumak Kawsay | Cooperativa Minga | Cooperativa Nuevos Horizontes
    Cooperativa Marcabelí | Cooperativa Magisterio Manabita | Cooperativa La Benéfica
    `,
  ),
  // Costa Rica (Superintendencia General de Entidades Financieras).
  ...numbered(
    2000,
    `
    Banco Nacional de Costa Rica | Banco de Costa Rica | Banco Popular y de Desarrollo Comunal
    Banco Hipotecario de la Vivienda | BAC San José | Banco BCT | Banco Cathay de Costa Rica
    Banco CMB (Costa Rica) | Banco Davivienda (Costa Rica) | Banco General (Costa Rica) | Banco Improsa
    Banco Lafise (Costa Rica) | Banco Promerica de Costa Rica | Prival Bank (Costa Rica) | Scotiabank de Costa Rica
    Banco Central de Costa Rica | Grupo Mutual Alajuela-La Vivienda | Mutual Cartago de Ahorro y Préstamo (MUCAP)
    Financiera Cafsa | Financiera Comeca | Financiera Credilat | Financiera Desyfin | Financiera Multimoney
    Financiera Monge | Caja de Ahorro y Préstamos de la Asociación Nacional de Educadores (Caja de ANDE) | Coocique
    Coopealianza | Coopeamistad | Coopeande No. 1 | Coopeavegra | Coopebanpo | Coopecaja | Coopecar | Coopefyl
    Coopegrecia | Coopejudicial | Coopelecheros | Coopemédicos | Coopemep | Coopenae | Coope San Marcos
    Coopeservidores | Coopesparta | Coopeaserrí | Credecoop | Servicoop
    `,
  ),
  // República Dominicana (Superintendencia de Bancos).
  ...numbered(
    3000,
    `
    Banco de Reservas de la República Dominicana (Banreservas) | Banco Popular Dominicano | Banco BHD
    Scotiabank República Dominicana | Banco Santa Cruz | Banco Caribe | Banco BDI | Banco Vimenca
    Banco López de Haro | Banco Lafise (República Dominicana) | Banco Promerica (República Dominicana)
    Banesco (República Dominicana) | Banco Ademi | Banco Activo Dominicana | JMMB Bank (República Dominicana)
    Qik Banco Digital Dominicano | Citibank República Dominicana | Banco Agrícola de la República Dominicana
    BANDEX | Banco Central de la República Dominicana | Asociación Popular de Ahorros y Préstamos
    Asociación Cibao de Ahorros y Préstamos | Asociación La Nacional de Ahorros y Préstamos
    Asociación La Vega Real de Ahorros y Préstamos | Asociación Duarte de Ahorros y Préstamos
    Asociación Romana de Ahorros y Préstamos | Asociación Peravia de Ahorros y Préstamos
    Asociación Mocana de Ahorros y Préstamos | Asociación Bonao de Ahorros y Préstamos
    Asociación Maguana de Ahorros y Préstamos | Banco Adopem | Banco Atlántico de Ahorro y Crédito
    Banco BACC de Ahorro y Crédito | Banco Bonanza | Banco Confisa | Banco Fihogar | Banco Motor Crédito
    Banco Óptima | Banco Unión | Banco Bancotuí | Banco Fondesa (Banfondesa) | Leasing Confisa
    Cooperativa Vega Real | Cooperativa San José (República Dominicana) | Cooperativa Maimón | Coopnama
    Coopcentral (República Dominicana) | Cooperativa Empresarial (Coopaspire)
    `,
  ),
  // Guatemala (Superintendencia de Bancos; cooperatives of MICOOPE).
  ...numbered(
    4000,
    `
    Banco Industrial | Banco de Desarrollo Rural (Banrural) | Banco G&T Continental
    Banco Agromercantil de Guatemala (BAM) | Banco de América Central (Guatemala)
    Banco de los Trabajadores (Bantrab) | El Crédito Hipotecario Nacional de Guatemala (CHN)
    Banco Promerica (Guatemala) | Banco Internacional (Interbanco, Guatemala) | Banco Inmobiliario
    Banco de Antigua | Banco Azteca de Guatemala | Banco Credicorp (Guatemala) | Banco Cuscatlán Guatemala
    Banco Ficohsa Guatemala | Banco INV | Banco Nexa | Banco Multimoney (Guatemala) | Vivibanco | Citibank Guatemala
    Banco de Guatemala | Financiera Industrial | Financiera G&T Continental | Financiera Agromercantil
    Cooperativa Salcajá | Cooperativa UPA | Cooperativa COOSAJO | Cooperativa Guadalupana | Cooperativa Ecosaba
    Cooperativa El Bienestar | Cooperativa Cosami | Cooperativa Cobán | Cooperativa Acredicom | Cooperativa Tonantel
    Cooperativa Yaman Kutx | Cooperativa San Miguel Chuimequená | Cooperativa Cotoneb | Cooperativa Moyután
    Cooperativa Teculután
    `,
  ),
  // Colombia (Superintendencia Financiera; Superintendencia de la Economía Solidaria).
  ...numbered(
    5000,
    `
    Bancolombia | Banco de Bogotá | Davivienda | BBVA Colombia | Banco de Occidente | Banco Popular (Colombia)
    Banco AV Villas | Banco Agrario de Colombia | Banco Caja Social | Banco GNB Sudameris | Scotiabank Colpatria
    Itaú Colombia | Citibank Colombia | Banco Falabella (Colombia) | Banco Pichincha (Colombia) | Banco Finandina
    Banco Mundo Mujer | Bancamía | Banco W | Bancoomeva | Banco Cooperativo Coopcentral | Banco Serfinanza
    Banco Unión (Colombia) | Mibanco (Colombia) | Banco J.P. Morgan Colombia | Banco BTG Pactual Colombia
    Banco Contactar | Lulo Bank | Nu Colombia | RappiPay | Ualá Colombia | Movii | Nequi | Daviplata | Bancóldex
    Financiera de Desarrollo Nacional | Financiera de Desarrollo Territorial (Findeter) | FINAGRO | ICETEX
    Fondo Nacional del Ahorro | Banco de la República | Corficolombiana | BNP Paribas Colombia | Coltefinanciera
    Crezcamos | Credifamilia | La Hipotecaria (Colombia) | GM Financial Colombia | Tuya | RCI Colombia
    Financiera Dann Regional | Giros y Finanzas | Juriscoop | JFK Cooperativa Financiera
    Confiar Cooperativa Financiera | Cotrafa Cooperativa Financiera | Cooperativa Financiera de Antioquia (CFA)
    Coofinep Cooperativa Financiera | Coasmedas | Fincomercio | Canapro | Coprocenva | Coofisam | Cootradecun
    Microempresas de Colombia
    `,
  ),
  // The rest of Latin America and the Caribbean.
  ...numbered(
    6000,
    `
    BBVA México | Banamex | Banorte | Santander México | HSBC México | Scotiabank Inverlat | Inbursa
    Banco Azteca (México) | BanCoppel | Banco del Bajío | Banregio | Afirme | Multiva | Mifel | Monex | Invex
    Actinver | Banco Ve por Más | Bansí | Banco Compartamos | Banco Base | Consubanco | Banco del Bienestar
    Banobras | Bancomext | Nacional Financiera | Banjército | Hey Banco | Nu México | Klar | Ualá México
    Citi México | Banco Sabadell México | Bank of America México | JP Morgan México | Banco Inmobiliario Mexicano
    Banco General (Panamá) | Banistmo | Banco Nacional de Panamá | Caja de Ahorros (Panamá) | BAC International Bank
    Global Bank | Multibank | Credicorp Bank (Panamá) | Banesco (Panamá) | Banco Aliado | Banco Delta
    Banco Ficohsa (Panamá) | Banco Lafise Panamá | Banco Davivienda Internacional (Panamá) | Banco Pichincha Panamá
    Banco Prival | Capital Bank (Panamá) | Mercantil Banco (Panamá) | MetroBank (Panamá) | St. Georges Bank
    Towerbank | Unibank (Panamá) | Bancolombia (Panamá) | Banco de Bogotá (Panamá) | Banco de Occidente (Panamá)
    Banco Latinoamericano de Comercio Exterior (Bladex) | Banisi | Citibank Panamá | Scotiabank Panamá
    GNB Sudameris Bank (Panamá) | Bank of China (Panamá) | ICBC Panamá | Mega International Commercial Bank (Panamá)
    Banco Agrícola (El Salvador) | Banco Cuscatlán (El Salvador) | Davivienda Salvadoreño
    BAC Credomatic (El Salvador) | Banco Hipotecario de El Salvador | Banco de Fomento Agropecuario
    Banco Promerica (El Salvador) | Banco Industrial El Salvador | Banco Atlántida El Salvador | Banco Abank
    Banco Azul de El Salvador | Banco Azteca El Salvador | Fedecrédito | Banco Atlántida | Banco Ficohsa
    Banco de Occidente (Honduras) | BAC Honduras | Banpaís | Davivienda Honduras | Banco Promerica (Honduras)
    Banco Lafise (Honduras) | Banco Azteca de Honduras | Banco de los Trabajadores (Honduras)
    Banco Popular (Honduras) | Banco Cuscatlán Honduras | Banco Hondureño del Café (Banhcafé) | BANPRO
    BAC Nicaragua | Banco Lafise Bancentro | Banco Ficohsa Nicaragua | Banco Avanz | Banco de Finanzas (BDF)
    Banco Atlántida Nicaragua | Banco Centroamericano de Integración Económica (BCIE) | Belize Bank
    Atlantic Bank (Belice) | Heritage Bank (Belice) | Banco de Crédito del Perú (BCP) | BBVA Perú | Interbank
    Scotiabank Perú | BanBif | Banco Pichincha Perú | Mibanco (Perú) | Banco GNB Perú | Banco Falabella Perú
    Banco Ripley Perú | Banco de Comercio (Perú) | Santander Perú | Citibank Perú | ICBC Perú Bank
    Bank of China (Perú) | Banco de la Nación (Perú) | Caja Arequipa | Caja Huancayo | Caja Piura | Caja Cusco
    Caja Trujillo | Caja Sullana | Caja Ica | Caja Tacna | BancoEstado | Banco de Chile | Santander Chile
    Banco de Crédito e Inversiones (Bci) | Scotiabank Chile | Itaú Chile | Banco BICE | Banco Security
    Banco Falabella (Chile) | Banco Ripley (Chile) | Banco Consorcio | Banco Internacional (Chile)
    Banco BTG Pactual Chile | Coopeuch | Mercado Pago | Banco de la Nación Argentina
    Banco Provincia de Buenos Aires | Banco Ciudad de Buenos Aires | Banco Galicia | Santander Argentina
    BBVA Argentina | Banco Macro | Banco Patagonia | Banco Credicoop | Banco Supervielle
    Banco Hipotecario (Argentina) | Banco Comafi | ICBC Argentina | Citibank Argentina | Banco Columbia
    Banco de Córdoba (Bancor) | Banco de Santa Fe | Banco de Entre Ríos | Banco de San Juan | Banco de Santa Cruz
    Banco de La Pampa | Banco del Chubut | Banco Provincia del Neuquén | Banco de Corrientes | Nuevo Banco del Chaco
    Banco Santiago del Estero | Banco Industrial (Argentina) | Banco de Valores | Banco del Sol | Brubank
    Ualá Argentina | Naranja X | Banco Nacional de Bolivia | Banco Mercantil Santa Cruz
    Banco de Crédito de Bolivia | Banco BISA | Banco Unión (Bolivia) | Banco Económico (Bolivia) | Banco Ganadero
    BancoSol | Banco FIE | Banco Fortaleza | Banco PYME Ecofuturo | Banco PRODEM | Itaú Paraguay
    Banco Continental (Paraguay) | Sudameris Bank | BNF Paraguay | Banco GNB Paraguay | Banco Familiar | Banco Basa
    ueno bank | Banco Atlas | Banco República (Uruguay) | Banco Hipotecario del Uruguay | Santander Uruguay
    Itaú Uruguay | BBVA Uruguay | Scotiabank Uruguay | Banque Heritage (Uruguay) | Bandes Uruguay
    Banco de Venezuela | Banesco (Venezuela) | Banco Mercantil (Venezuela) | BBVA Provincial
    Banco Nacional de Crédito | Bancaribe | Banco Exterior | Banco Fondo Común (BFC) | Banco del Tesoro | Bancamiga
    Banplus | Banco Plaza | Banco Activo (Venezuela) | Banco Venezolano de Crédito | Banco Bicentenario
    Banco do Brasil | Itaú Unibanco | Bradesco | Caixa Econômica Federal | Santander Brasil | BTG Pactual
    Banco Safra | Nubank | Banco Inter | C6 Bank | Banrisul | Sicredi | Sicoob | Banco BV | Banco Daycoval | BNDES
    Banco do Nordeste | PagBank | Banco Popular de Puerto Rico | FirstBank Puerto Rico | Oriental Bank
    Banco Cooperativo de Puerto Rico | Banco Central de Cuba | Banco Popular de Ahorro (Cuba)
    National Commercial Bank Jamaica | Scotiabank Jamaica | JMMB Bank (Jamaica) | Sagicor Bank Jamaica | JN Bank
    Republic Bank (Trinidad y Tobago) | First Citizens Bank (Trinidad y Tobago) | RBC Royal Bank (Trinidad y Tobago)
    Scotiabank Trinidad y Tobago | CIBC Caribbean | Republic Bank (Barbados) | Bank of The Bahamas
    Commonwealth Bank (Bahamas) | Scotiabank (Bahamas) | Banque de la République d'Haïti | Sogebank
    Unibank (Haití) | Republic Bank (Guyana) | Demerara Bank | Maduro & Curiel's Bank | Butterfield
    Banco Interamericano de Desarrollo (BID) | CAF, Banco de Desarrollo de América Latina y el Caribe
    `,
  ),
  // Large banks of the rest of the world.
  ...numbered(
    8000,
    `
    JPMorgan Chase | Bank of America | Wells Fargo | Citibank | U.S. Bank | PNC Bank | Truist | Capital One
    TD Bank (Estados Unidos) | Goldman Sachs | Morgan Stanley | American Express National Bank | Charles Schwab Bank
    Ally Bank | Fifth Third Bank | Huntington National Bank | KeyBank | M&T Bank | Regions Bank | Citizens Bank
    BMO Bank | Santander Bank (Estados Unidos) | HSBC Bank USA | First Citizens Bank (Estados Unidos)
    Synchrony Bank | Comerica Bank | Zions Bank | East West Bank | Popular Bank | Flagstar Bank | First Horizon Bank
    Old National Bank | BankUnited | City National Bank | City National Bank of Florida | Ocean Bank | Amerant Bank
    Seacoast Bank | Banesco USA | Safra National Bank of New York | State Street | BNY | Northern Trust
    USAA Federal Savings Bank | Navy Federal Credit Union | SoFi Bank | Royal Bank of Canada | TD Canada Trust
    Scotiabank (Canadá) | Bank of Montreal | CIBC | National Bank of Canada | Desjardins | Banco Santander | BBVA
    CaixaBank | Banco Sabadell | Bankinter | Unicaja Banco | Ibercaja | Kutxabank | Abanca | ING España | Openbank
    Banca March | Cajamar | Andbank | Crèdit Andorrà | Novo Banco | Millennium bcp | Caixa Geral de Depósitos
    Banco BPI | Santander Totta | Barclays | HSBC | Lloyds Bank | NatWest | Santander UK | Standard Chartered
    Nationwide | Halifax | Monzo | Starling Bank | Revolut | Wise | Bank of Ireland | Allied Irish Banks
    BNP Paribas | Crédit Agricole | Société Générale | BPCE | Crédit Mutuel | La Banque Postale | Boursorama
    Deutsche Bank | Commerzbank | DZ Bank | KfW | HypoVereinsbank | Landesbank Baden-Württemberg | N26 | ING-DiBa
    UBS | Julius Baer | Pictet | Lombard Odier | Zürcher Kantonalbank | PostFinance | EFG International | LGT Bank
    Intesa Sanpaolo | UniCredit | Banco BPM | Monte dei Paschi di Siena | Poste Italiane
    Istituto per le Opere di Religione | ING Bank | Rabobank | ABN AMRO | KBC Bank | Belfius | BNP Paribas Fortis
    Spuerkeess | Erste Group | Raiffeisen Bank International | Nordea | Danske Bank | SEB | Swedbank | Handelsbanken
    DNB | OP Financial Group | Íslandsbanki | Landsbankinn | PKO Bank Polski | Bank Pekao | mBank | Česká spořitelna
    ČSOB | OTP Bank | Banca Transilvania | Alpha Bank | National Bank of Greece | Eurobank | Bank of Cyprus
    Bank of Valletta | NLB | Sberbank | VTB | PrivatBank | Ziraat Bankası | Türkiye İş Bankası | Garanti BBVA
    Akbank | Yapı Kredi | Bank Hapoalim | Bank Leumi | Emirates NBD | First Abu Dhabi Bank
    Abu Dhabi Commercial Bank | Mashreq | Qatar National Bank | Kuwait Finance House | National Bank of Kuwait
    Al Rajhi Bank | Saudi National Bank | Arab Bank | Bank of Palestine | Bank Audi | National Bank of Egypt
    Banque Misr | Commercial International Bank | Attijariwafa Bank | Ecobank | Standard Bank | FirstRand | Absa
    Nedbank | Access Bank | Zenith Bank | United Bank for Africa | Equity Bank | Banco de Fomento Angola | ICBC
    China Construction Bank | Agricultural Bank of China | Bank of China | Bank of Communications
    China Merchants Bank | Postal Savings Bank of China | HSBC Hong Kong | Hang Seng Bank | Bank of East Asia
    CTBC Bank | MUFG Bank | Sumitomo Mitsui Banking Corporation | Mizuho Bank | Japan Post Bank | KB Kookmin Bank
    Shinhan Bank | Hana Bank | Woori Bank | DBS Bank | OCBC Bank | United Overseas Bank | Maybank | CIMB
    Public Bank | Bangkok Bank | Kasikornbank | Siam Commercial Bank | Bank Central Asia | Bank Mandiri
    Bank Rakyat Indonesia | BDO Unibank | Vietcombank | State Bank of India | HDFC Bank | ICICI Bank | Axis Bank
    Punjab National Bank | Bank of Baroda | Commonwealth Bank of Australia | Westpac | National Australia Bank | ANZ
    ANZ New Zealand | Kiwibank
    `,
  ),
];

function numbered(first: number, text: string): Bank[] {
  return names(text).map((label, index) => ({ label, value: first + index }));
}
