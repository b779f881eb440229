/** A stored part of a page: text, or an element with its attributes and content. */
export type Drawing =
  | string
  | readonly [name: string, attributes: Readonly<Record<string, string>>, content: Drawing[]];

const SVG = 'http://www.w3.org/2000/svg';
/** The elements that may be drawn. Those that load, run, take text or refer to other elements are left out. */
const drawn =
  /^(a|article|b|bdi|br|button|div|d[dlt]|em|h[123r]|header|i|li|main|nav|p|section|small|span|strong|table|tbody|t[dhr]|thead|time|[ou]l|circle|defs|ellipse|g|line|path|polygon|polyline|rect|svg|use)$/;
const unwanted = /^(on.*|id|name|src|srcset|tabindex|style|action|formaction|popovertarget)$/;

/**
 * Describes an element; null for one that is not drawn. Elements marked `data-passing` are left out, because their content
 * is temporary.
 */
export function describe(element: Element): Drawing | null {
  const name = element.localName;
  if (!drawn.test(name) || element.hasAttribute('data-passing')) return null;
  const attributes: Record<string, string> = {};
  for (const { name: attribute, value } of element.attributes) {
    if (unwanted.test(attribute) || (attribute === 'href' && !value.startsWith('#'))) continue;
    attributes[attribute] = value;
  }
  // The content policy forbids the style attribute. A script may set the properties.
  const style = (element as HTMLElement).style?.cssText;
  if (style) attributes.style = style;
  const content: Drawing[] = [];
  for (const child of element.childNodes) {
    const described = child instanceof Element ? describe(child) : child instanceof Text ? child.data : null;
    if (described !== null) content.push(described);
  }
  return [name, attributes, content];
}

/** Creates the elements. Only links work, and nothing takes the focus. */
export function draw(drawing: Drawing, within: string = ''): Node {
  if (typeof drawing === 'string') return document.createTextNode(drawing);
  const [name, { style, ...attributes }, content] = drawing;
  const space = name === 'svg' ? SVG : within;
  const element = space ? document.createElementNS(space, name) : document.createElement(name);
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, value);
  if (style) (element as HTMLElement).style.cssText = style;
  if (name === 'a' || name === 'button') element.setAttribute('tabindex', '-1');
  element.append(...content.map((one) => draw(one, space)));
  return element;
}
