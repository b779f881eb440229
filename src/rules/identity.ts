import { bareNumber } from './document-numbers.ts';

/** A document of identity (D52). The same digits with another country or kind are another person. */
export interface Identity {
  /** Spanish name of the issuing country; '' when unknown. */
  country: string;
  /** 'Cédula de Identidad', 'Pasaporte' … as in `tipoId`. */
  kind: string;
  /** Without separators, upper case. */
  number: string;
}

/** A passport is issued by the country the form names; every other document by the country of residence. */
export function identityOf(fields: Readonly<Record<string, string | undefined>>): Identity {
  const { nif = '', tipoId = '', paisEmision = '', residenciaFiscal = '' } = fields;
  const passport = tipoId === 'Pasaporte';
  return { country: (passport && paisEmision) || residenciaFiscal, kind: tipoId, number: bareNumber(nif) };
}
