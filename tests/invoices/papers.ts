/** Papers as issuers make them, with numbers that nobody has. Check digits are worked out here by other ways than the room's own. */

export const now = new Date('2026-11-27T12:00:00Z');

/** SRI: the sum of all digits, the last one too, times 2 to 7 and 1, is a multiple of eleven; 10 is written as 1. */
export function withEcuadorDigit(digits: string): string {
  let sum = 0;
  for (let place = 0; place < 48; place += 1) sum += Number(digits[47 - place]) * ((place % 6) + 2);
  for (let last = 0; last < 11; last += 1) if ((sum + last) % 11 === 0) return digits + (last === 10 ? 1 : last);
  throw new Error('unreachable');
}

/** @param parts as in `0603202401169360599300120010130007123641710263515`, without its last digit */
export const ecuadorKey = ({
  date = '06032024',
  kind = '01',
  ruc = '1693605993001',
  environment = '2',
  series = '001013',
  number = '000712364',
} = {}): string => withEcuadorDigit(`${date}${kind}${ruc}${environment}${series}${number}171026351`);

/** SAT: found by trying each digit. */
export function withGuatemalaDigit(digits: string): string {
  const all = '0123456789K';
  for (const [value, digit] of [...all].entries()) {
    const sum = [...digits].reduce((total, one, index) => total + Number(one) * (digits.length + 1 - index), 0);
    if ((sum + value) % 11 === 0) return digits + digit;
  }
  throw new Error('unreachable');
}

/** DIAN: found by trying each digit. */
export function colombiaDigit(nit: string): string {
  const primes = [3, 7, 13, 17, 19, 23, 29, 37, 41, 43];
  const sum = [...nit].reduce((total, one, index) => total + Number(one) * (primes[nit.length - 1 - index] ?? 0), 0);
  if (sum % 11 < 2) return `${sum % 11}`;
  for (let digit = 1; digit < 10; digit += 1) if ((sum + digit) % 11 === 0) return `${digit}`;
  throw new Error('unreachable');
}

export const CUFE = 'cf6d49dc35f8e9f1a31f8bd77509ea86a5aaca179673983c22141771e9d8a41dc0c5ac2114c12b5c6500a0e15fff3950';
export const OTHER_CUFE =
  '346c034729257da5877217defab98c9a4800949a65d236cbd377437c7909aa1f34592facc971482bb3d080db02fa86f5';

type Changes = Readonly<Record<string, string>>;
const changed = (text: string, changes: Changes): string =>
  Object.entries(changes).reduce((made, [from, to]) => {
    if (!made.includes(from)) throw new Error(`The paper has no ${from}`);
    return made.replaceAll(from, to);
  }, text);

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const EC_KEY = '0603202401169360599300120010130007123641710263515';
export const ecuadorXml = (changes: Changes = {}): string =>
  changed(
    `<?xml version="1.0" encoding="UTF-8"?>
<factura id="comprobante" version="1.1.0">
  <infoTributaria><ambiente>2</ambiente><tipoEmision>1</tipoEmision><razonSocial>CLÍNICA  DEL VALLE S.A.</razonSocial>
    <nombreComercial>Valle</nombreComercial><ruc>1693605993001</ruc><claveAcceso>${EC_KEY}</claveAcceso><codDoc>01</codDoc>
    <estab>001</estab><ptoEmi>013</ptoEmi><secuencial>000712364</secuencial><dirMatriz>Quito</dirMatriz></infoTributaria>
  <infoFactura><fechaEmision>06/03/2024</fechaEmision><totalSinImpuestos>75.00</totalSinImpuestos>
    <importeTotal>86.25</importeTotal><moneda>DOLAR</moneda></infoFactura>
  <detalles><detalle><descripcion>Consulta</descripcion></detalle></detalles>
</factura>`,
    changes,
  );

export const authorised = (document: string, { estado = 'AUTORIZADO', number = EC_KEY } = {}): string =>
  `<?xml version="1.0" encoding="UTF-8"?><autorizacion><estado>${estado}</estado><numeroAutorizacion>${number}</numeroAutorizacion><fechaAutorizacion>2024-03-09T10:00:00-05:00</fechaAutorizacion><ambiente>PRODUCCIÓN</ambiente><comprobante>${document}</comprobante><mensajes/></autorizacion>`;

export const soap = (inside: string): string =>
  `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><ns2:autorizacionComprobanteResponse xmlns:ns2="http://ec.gob.sri.ws.autorizacion"><RespuestaAutorizacionComprobante><claveAccesoConsultada>${EC_KEY}</claveAccesoConsultada><autorizaciones>${inside.replace(/^<\?.*?\?>/, '')}</autorizaciones></RespuestaAutorizacionComprobante></ns2:autorizacionComprobanteResponse></soap:Body></soap:Envelope>`;

export const dominicanXml = (changes: Changes = {}): string =>
  changed(
    `<ECF><Encabezado><Version>1.0</Version><IdDoc><TipoeCF>31</TipoeCF><eNCF>E310009394589</eNCF></IdDoc><Emisor><RNCEmisor>167244142</RNCEmisor><RazonSocialEmisor>Centro M&#233;dico &amp; Farmacia</RazonSocialEmisor><FechaEmision>13-02-2026</FechaEmision></Emisor><Totales><MontoGravadoTotal>42372.88</MontoGravadoTotal><MontoTotal>50000.00</MontoTotal><ValorPagar>45000.00</ValorPagar></Totales></Encabezado><FechaHoraFirma>14-02-2026 11:55:41</FechaHoraFirma></ECF>`,
    changes,
  );

export const guatemalaXml = (changes: Changes = {}): string =>
  changed(
    `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<dte:GTDocumento xmlns:dte="http://www.sat.gob.gt/dte/fel/0.2.0" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" Version="0.1"><dte:SAT ClaseDocumento="dte"><dte:DTE ID="DatosCertificados"><dte:DatosEmision ID="DatosEmision"><dte:DatosGenerales CodigoMoneda="GTQ" FechaHoraEmision="2026-03-02T23:40:00.000-06:00" Tipo="FACT"/><dte:Emisor AfiliacionIVA="GEN" CodigoEstablecimiento="1" NITEmisor="221038647" NombreComercial="Pasteur" NombreEmisor="LABORATORIO PASTEUR, SOCIEDAD ANÓNIMA"><dte:DireccionEmisor><dte:Direccion>Zona 1</dte:Direccion></dte:DireccionEmisor></dte:Emisor><dte:Totales><dte:TotalImpuestos/><dte:GranTotal>250.005</dte:GranTotal></dte:Totales></dte:DatosEmision><dte:Certificacion><dte:NITCertificador>12521337</dte:NITCertificador><dte:NumeroAutorizacion Numero="2947760180" Serie="5B937502">5B937502-AFB3-4034-B5BD-5C03ED7FDF52</dte:NumeroAutorizacion><dte:FechaHoraCertificacion>2026-03-03T08:00:00.000-06:00</dte:FechaHoraCertificacion></dte:Certificacion></dte:DTE></dte:SAT><ds:Signature/></dte:GTDocumento>`,
    changes,
  );

export const colombiaXml = (changes: Changes = {}): string =>
  changed(
    `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2" xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2" xmlns:ext="urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2"><ext:UBLExtensions/><cbc:UBLVersionID>UBL 2.1</cbc:UBLVersionID><cbc:CustomizationID>10</cbc:CustomizationID><cbc:ProfileID>DIAN 2.1: Factura Electrónica de Venta</cbc:ProfileID><cbc:ProfileExecutionID>1</cbc:ProfileExecutionID><cbc:ID>FE1281</cbc:ID><cbc:UUID schemeID="1" schemeName="CUFE-SHA384">${CUFE}</cbc:UUID><cbc:IssueDate>2026-03-09</cbc:IssueDate><cbc:IssueTime>21:29:49-05:00</cbc:IssueTime><cbc:InvoiceTypeCode>01</cbc:InvoiceTypeCode><cbc:DocumentCurrencyCode>COP</cbc:DocumentCurrencyCode><cac:AccountingSupplierParty><cac:Party><cac:PartyTaxScheme><cbc:RegistrationName>Clínica del Norte S.A.S.</cbc:RegistrationName><cbc:CompanyID schemeAgencyID="195" schemeID="0" schemeName="31">901249018</cbc:CompanyID></cac:PartyTaxScheme><cac:PartyLegalEntity><cbc:RegistrationName>Otra</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:AccountingSupplierParty><cac:AccountingCustomerParty><cac:Party><cac:PartyTaxScheme><cbc:CompanyID>1020304050</cbc:CompanyID></cac:PartyTaxScheme></cac:Party></cac:AccountingCustomerParty><cac:LegalMonetaryTotal><cbc:LineExtensionAmount currencyID="COP">200000.00</cbc:LineExtensionAmount><cbc:PrepaidAmount currencyID="COP">35000.00</cbc:PrepaidAmount><cbc:PayableAmount currencyID="COP">165000.00</cbc:PayableAmount></cac:LegalMonetaryTotal><cac:InvoiceLine><cbc:ID>1</cbc:ID></cac:InvoiceLine></Invoice>`,
    changes,
  );

export const attached = (description: string): string =>
  `<AttachedDocument xmlns="urn:oasis:names:specification:ubl:schema:xsd:AttachedDocument-2" xmlns:a="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2" xmlns:b="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"><b:ProfileID>DIAN 2.1</b:ProfileID><b:ID>999</b:ID><b:IssueDate>2026-03-20</b:IssueDate><a:SenderParty><a:PartyTaxScheme><b:CompanyID>800197268</b:CompanyID></a:PartyTaxScheme></a:SenderParty><a:Attachment><a:ExternalReference><b:MimeCode>text/xml</b:MimeCode><b:Description>${description}</b:Description></a:ExternalReference></a:Attachment><a:ParentDocumentLineReference><a:DocumentReference><a:Attachment><a:ExternalReference><b:Description><![CDATA[<ApplicationResponse/>]]></b:Description></a:ExternalReference></a:Attachment></a:DocumentReference></a:ParentDocumentLineReference></AttachedDocument>`;

export const cdata = (text: string): string => `<![CDATA[${text}]]>`;

export const costaRicaXml = (changes: Changes = {}): string =>
  changed(
    `<?xml version="1.0" encoding="utf-8"?>
<FacturaElectronica xmlns="https://cdn.comprobanteselectronicos.go.cr/xml-schemas/v4.4/facturaElectronica" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><Clave>50628102500310116588800100004010000783869122172461</Clave><ProveedorSistemas>3101000000</ProveedorSistemas><NumeroConsecutivo>00100004010000783869</NumeroConsecutivo><FechaEmision>2025-10-28T23:30:00-06:00</FechaEmision><Emisor><Nombre>Hospital La Sabana S.A.</Nombre><Identificacion><Tipo>02</Tipo><Numero>3101165888</Numero></Identificacion></Emisor><Receptor><Nombre>Ana</Nombre><Identificacion><Numero>303450678</Numero></Identificacion></Receptor><ResumenFactura><CodigoTipoMoneda><CodigoMoneda>USD</CodigoMoneda><TipoCambio>505.00000</TipoCambio></CodigoTipoMoneda><TotalIVADevuelto>4.00000</TotalIVADevuelto><TotalComprobante>100.12500</TotalComprobante></ResumenFactura></FacturaElectronica>`,
    changes,
  );
