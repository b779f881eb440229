import type { Address } from './addresses.ts';
import type { InvoiceFacts } from './reading.ts';
import type { XmlElement } from './xml.ts';

/** A document that another one carries. */
export interface Carried {
  document: string | XmlElement;
  /** The key that the carrier names; null when it names none. */
  key: string | null;
}

/** How a country's papers are read. Each function throws a Refusal for a paper that is its own and may not be filled in. */
export interface Country {
  /** A code that is a key of so many digits and nothing else. */
  key?: { digits: number; read: (key: string) => InvoiceFacts };
  /** A code that is an address, by the authority's host. */
  addresses?: Readonly<Record<string, (address: Address) => InvoiceFacts>>;
  /** A code that is several named values; null when it is not this country's. */
  lines?: (text: string) => InvoiceFacts | null;
  /** An XML document; null when it is not this country's. */
  document: (root: XmlElement) => InvoiceFacts | null;
  /** What an XML document of this country carries; null when it carries none. */
  carried?: (root: XmlElement) => Carried | null;
}
