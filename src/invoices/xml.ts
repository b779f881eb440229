import { refuse } from './reading.ts';

/** One element of a document: what names it is its namespace and its local name, never its prefix. */
export interface XmlElement {
  namespace: string;
  name: string;
  /** Those without a prefix. */
  attributes: ReadonlyMap<string, string>;
  children: XmlElement[];
  /** Its own text and CDATA, without that of its children. */
  text: string;
}

/** The bounds of S27. An invoice of a hospital with its signature and 2,000 lines stays far below each. */
export const MAX_XML_BYTES = 4 * 1024 * 1024;
const MAX_DEPTH = 60;
const MAX_ELEMENTS = 50_000;
const MAX_ATTRIBUTES = 100;

/** The longest name of the five countries' schemas has 40 characters. */
const NAME = '[\\p{L}_][\\p{L}\\p{M}\\p{N}._·-]{0,99}';
const START = new RegExp(`<((?:${NAME}:)?${NAME})`, 'uy');
const ATTRIBUTE = new RegExp(`\\s+((?:${NAME}:)?${NAME})\\s*=\\s*(?:"([^<"]*)"|'([^<']*)')`, 'uy');
const START_END = /\s*(\/?)>/y;
const END = new RegExp(`</((?:${NAME}:)?${NAME})\\s*>`, 'uy');
/** What XML 1.0 (2.2) allows in no document. */
const NO_CHARACTER = /(?![\t\n\r\u007f-\u009f])\p{Cc}|[\ufffe\uffff]/u;
const ENTITY = /&(?:#(\d{1,7});|#x([\da-f]{1,6});|([\p{L}_][\p{L}\p{N}._-]*);)?/giu;
const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** What an element declares and what the ones around it do. Copies would cost a hostile document's square. */
interface Scope {
  own: ReadonlyMap<string, string>;
  outer: Scope | null;
}
const outermost: Scope = { own: new Map([['', '']]), outer: null };

interface Open {
  element: XmlElement;
  /** As it was written, for its end. */
  written: string;
  scope: Scope;
}

/**
 * Reads a document in one pass, without recursion: no DOM, so that a worker and Node can, and nothing external. The bounds hold
 * while it is read.
 *
 * @throws Refusal 'hostile' for a document type, an entity beside the five of XML, or more than the bounds; 'xml' when it is broken
 */
export function parseXml(document: string): XmlElement {
  if (document.length > MAX_XML_BYTES) refuse('hostile');
  const text = document.trim();
  if (NO_CHARACTER.test(text)) refuse('xml');
  const reader = new Reader(text);
  while (reader.at < text.length) reader.step();
  return reader.end();
}

class Reader {
  at = 0;
  private readonly text: string;
  private readonly open: Open[] = [];
  private root: XmlElement | null = null;
  private elements = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** Reads what stands before the next '<', and what that begins. */
  step(): void {
    const next = this.text.indexOf('<', this.at);
    this.characters(this.text.slice(this.at, next < 0 ? undefined : next));
    if (next < 0) {
      this.at = this.text.length;
      return;
    }
    this.at = next;
    const begins = (mark: string) => this.text.startsWith(mark, next);
    if (begins('<!--')) this.until('<!--', '-->');
    else if (begins('<![CDATA[')) this.add(this.until('<![CDATA[', ']]>'));
    else if (begins('<?')) this.instruction();
    // A document type, whatever its letters' case: it could name files and make entities.
    else if (begins('<!')) refuse('hostile');
    else if (begins('</')) this.close();
    else this.start();
  }

  end(): XmlElement {
    return this.root && this.open.length === 0 ? this.root : refuse('xml');
  }

  private until(begin: string, end: string): string {
    const from = this.at + begin.length;
    const to = this.text.indexOf(end, from);
    if (to < 0) refuse('xml');
    this.at = to + end.length;
    return this.text.slice(from, to);
  }

  private instruction(): void {
    const isAtStart = this.at === 0;
    const words = this.until('<?', '?>');
    if (/^xml(?:\s|$)/i.test(words) && !isAtStart) refuse('xml');
  }

  private characters(raw: string): void {
    if (raw === '') return;
    if (this.open.length > 0) this.add(decoded(raw));
    else if (raw.trim() !== '') refuse('xml');
  }

  private add(text: string): void {
    const { element } = this.open[this.open.length - 1] ?? refuse('xml');
    element.text += text;
  }

  private start(): void {
    const written = this.match(START)?.[1] ?? refuse('xml');
    this.elements += 1;
    if (this.elements > MAX_ELEMENTS || this.open.length >= MAX_DEPTH) refuse('hostile');
    const { attributes, scope } = this.attributes();
    const isEmpty = (this.match(START_END) ?? refuse('xml'))[1] === '/';
    const element = { ...resolved(written, scope), attributes, children: [], text: '' };
    const parent = this.open[this.open.length - 1]?.element;
    if (parent) parent.children.push(element);
    else if (this.root) refuse('xml');
    else this.root = element;
    if (!isEmpty) this.open.push({ element, written, scope });
  }

  private attributes(): { attributes: Map<string, string>; scope: Scope } {
    const attributes = new Map<string, string>();
    const seen = new Set<string>();
    const own = new Map<string, string>();
    for (let found = this.match(ATTRIBUTE); found; found = this.match(ATTRIBUTE)) {
      const [, name = '', double, single = ''] = found;
      const value = decoded(double ?? single);
      if (seen.has(name)) refuse('xml');
      if (seen.add(name).size > MAX_ATTRIBUTES) refuse('hostile');
      if (name === 'xmlns') own.set('', value);
      else if (name.startsWith('xmlns:')) own.set(name.slice(6), value);
      else if (!name.includes(':')) attributes.set(name, value);
    }
    const outer = this.open[this.open.length - 1]?.scope ?? outermost;
    return { attributes, scope: own.size > 0 ? { own, outer } : outer };
  }

  private close(): void {
    const written = this.match(END)?.[1];
    if (written === undefined || this.open.pop()?.written !== written) refuse('xml');
  }

  private match(shape: RegExp): RegExpExecArray | null {
    shape.lastIndex = this.at;
    const found = shape.exec(this.text);
    if (found) this.at = shape.lastIndex;
    return found;
  }
}

function resolved(written: string, scope: Scope): { namespace: string; name: string } {
  const colon = written.indexOf(':');
  const prefix = colon < 0 ? '' : written.slice(0, colon);
  let found: Scope | null = scope;
  while (found && !found.own.has(prefix)) found = found.outer;
  return { namespace: found?.own.get(prefix) ?? refuse('xml'), name: written.slice(colon + 1) };
}

function decoded(raw: string): string {
  if (!raw.includes('&')) return raw;
  return raw.replace(ENTITY, (_, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return entities.get(name) ?? refuse('hostile');
    if (decimal === undefined && hex === undefined) return refuse('xml');
    return character(decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal));
  });
}

function character(code: number): string {
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  const made = code > 0x10ffff || isSurrogate ? '\0' : String.fromCodePoint(code);
  return NO_CHARACTER.test(made) ? refuse('xml') : made;
}

/** A field's trimmed text; null when it is absent. */
export type Field = (path: string) => string | null;

/**
 * Reads fields below an element by path: 'cac:Party/cbc:ID', or 'Emisor@NITEmisor' for an attribute.
 *
 * @param namespaces by the prefix used in paths; without one, the element's own
 * @throws Refusal 'nothing' when an element of the path stands there twice, or the last one has children
 */
export function fieldsOf(root: XmlElement, namespaces: Readonly<Record<string, string>> = {}): Field {
  return (path) => {
    const [way = '', attribute] = path.split('@');
    const element = elementAt(root, way, namespaces);
    if (!element) return null;
    if (attribute !== undefined) return element.attributes.get(attribute)?.trim() ?? null;
    return element.children.length > 0 ? refuse('nothing') : element.text.trim();
  };
}

/** The one element at a path as of `fieldsOf`; null when there is none. @throws Refusal 'nothing' when there are several */
export function elementAt(
  root: XmlElement,
  path: string,
  namespaces: Readonly<Record<string, string>> = {},
): XmlElement | null {
  let element: XmlElement | null = root;
  for (const step of path.split('/')) {
    const colon = step.indexOf(':');
    const namespace = colon < 0 ? root.namespace : namespaces[step.slice(0, colon)];
    const name = step.slice(colon + 1);
    const found: XmlElement[] = (element?.children ?? []).filter(
      (child) => child.name === name && child.namespace === namespace,
    );
    if (found.length > 1) refuse('nothing');
    element = found[0] ?? null;
  }
  return element;
}
