import { parse } from 'postcss';
import { bcd, isKnown, ORNAMENTS } from './floor.mjs';

const { properties, selectors, types } = bcd.css;
const rules = bcd.css['at-rules'];
const entryOf = (entries, name) => (entries && Object.hasOwn(entries, name) ? entries[name] : undefined);

/** Units whose entry in the table has another name. */
const units = [
  [/\d(?:d(?:vh|vw|vi|vb|vmin|vmax))\b/, types.length.viewport_percentage_units_dynamic, 'dvh'],
  [/\d(?:s(?:vh|vw|vi|vb|vmin|vmax))\b/, types.length.viewport_percentage_units_small, 'svh'],
  [/\d(?:l(?:vh|vw|vi|vb|vmin|vmax))\b/, types.length.viewport_percentage_units_large, 'lvh'],
  [/\dcq(?:w|h|i|b|min|max)\b/, types.length.container_query_length_units, 'cqw'],
  [/\d(?:lh)\b/, types.length.lh, 'lh'],
  [/\d(?:rlh)\b/, types.length.rlh, 'rlh'],
];
/** Functions by name, with those of colours, from all over the table. */
const functions = new Map();
const gather = (entries, depth) => {
  for (const [name, entry] of Object.entries(entries)) {
    if (name === '__compat') continue;
    if (entry.__compat) functions.set(name, [...(functions.get(name) ?? []), entry]);
    if (depth < 2) gather(entry, depth + 1);
  }
};
gather(types, 0);

/** The names in this sheet that the floor does not know. A value with an older one before it in the same rule is allowed. */
export function tooNewInStyles(text) {
  const found = new Set();
  parse(text).walk((node) => {
    if (node.type === 'atrule') atRule(node, found);
    if (node.type === 'rule' && !/keyframes/.test(node.parent.name ?? ''))
      for (const name of tooNewInSelector(node.selector)) found.add(name);
    if (node.type === 'decl' && !isAskedFor(node)) declaration(node, found);
  });
  return [...found];
}

/**
 * @param sheets texts of src by their path, without the ending
 * @returns 'name in path' of each ornament in a file that is not listed with it
 */
export function strayOrnaments(sheets) {
  return [...sheets].flatMap(([path, text]) =>
    tooNewInStyles(text)
      .filter((name) => Object.hasOwn(ORNAMENTS, name) && !ORNAMENTS[name].includes(path))
      .map((name) => `${name} in ${path}`),
  );
}

/** @returns 'name in path' of each listed ornament that its file does not have */
export function idleOrnaments(sheets) {
  return Object.entries(ORNAMENTS).flatMap(([name, paths]) =>
    paths.filter((path) => !tooNewInStyles(sheets.get(path) ?? '').includes(name)).map((path) => `${name} in ${path}`),
  );
}

function atRule({ name, params }, found) {
  if (!isKnown(entryOf(rules, name))) found.add(`@${name}`);
  if (name !== 'media') return;
  for (const [, feature] of params.matchAll(/\(\s*([a-z-]+)/g)) {
    if (!isKnown(entryOf(rules.media, feature))) found.add(`@media (${feature})`);
  }
  if (/[<>]/.test(params) && !isKnown(rules.media.range_syntax)) found.add('@media with < or >');
}

/** Arguments that came later than the selector itself, with their entries in the table. What is within brackets does not count. */
const inArguments = [
  [/:not\([^()]*[\s,>+~]/, selectors.not.selector_list, ':not with a list'],
  [/:nth-(?:last-)?child\([^()]*\sof\s/, selectors['nth-child'].of_syntax, ':nth-child with of'],
];

/** The names in this selector that the floor does not know. */
export function tooNewInSelector(text) {
  const newer = [...text.matchAll(/::?([a-z-]+)/g)]
    .filter(([, name]) => !name.startsWith('-') && !isKnown(entryOf(selectors, name)))
    .map(([, name]) => `:${name}`);
  if (/&/.test(text) && !isKnown(selectors.nesting)) newer.push('nested rules');
  const bare = text.replace(/\[[^\]]*\]/g, '[]');
  for (const [pattern, entry, name] of inArguments) if (pattern.test(bare) && !isKnown(entry)) newer.push(name);
  return newer;
}

/** Whether the node is within @supports, which a browser reads only when it knows the feature. */
function isAskedFor(node) {
  return node.name === 'supports' || (node.parent !== undefined && isAskedFor(node.parent));
}

function declaration(node, found) {
  if (node.prop.startsWith('--') || node.prop.startsWith('-')) {
    for (const name of inValue(node)) found.add(name);
    return;
  }
  // Older browsers have the property when its prefixed form is beside it.
  const prefixed = node.parent.nodes.some(({ prop }) => prop === `-webkit-${node.prop}`);
  if (!isKnown(entryOf(properties, node.prop))) {
    if (!prefixed) found.add(node.prop);
    return;
  }
  const newer = inValue(node);
  // Browsers accept a value with var() unread and drop it later, so an older value before it does not help.
  const older =
    !node.value.includes('var(') &&
    node.parent.nodes.find((one) => one !== node && one.prop === node.prop && inValue(one).length === 0);
  if (!older) for (const name of newer) found.add(name);
}

function inValue({ prop, value }) {
  const newer = [];
  for (const [pattern, entry, name] of units)
    if (pattern.test(value) && !isKnown(entry)) newer.push(`${prop}: ${name}`);
  for (const [, name] of value.matchAll(/(?:^|[\s,(])([a-z][a-z-]*)\(/g)) {
    const entries = functions.get(name) ?? [];
    if (entries.length > 0 && !entries.some(isKnown)) newer.push(`${prop}: ${name}()`);
  }
  for (const [word] of value.matchAll(/(?:^|(?<=\s))[a-z-]+(?=\s|$)/g)) {
    if (!isKnown(entryOf(entryOf(properties, prop), word))) newer.push(`${prop}: ${word}`);
  }
  return newer;
}
