import { parse } from 'acorn';
import { full } from 'acorn-walk';
import { bcd, isKnown } from './floor.mjs';
import { tooNewInSelector } from './styles.mjs';

const { api, html, javascript } = bcd;
const spaces = [api, javascript.builtins];

/**
 * Members by their bare name, because the object's type is seldom known. Of the browser's interfaces only compound names
 * count, unless the object is named, since 'first' or 'path' may belong to anything. The check of stylesheets covers styles.
 */
const members = new Map();
const isDistinct = (name, space) => space === javascript.builtins || /[a-z][A-Z]/.test(name);
for (const [owner, entries, space] of spaces.flatMap((one) => Object.entries(one).map((pair) => [...pair, one]))) {
  if (owner === '__compat' || /^CSS.*Descriptors|^Intl$/.test(owner)) continue;
  for (const [name, entry] of Object.entries(entries)) {
    if (!entry.__compat || name === owner) continue;
    const bare = name.replace(/_(static|event)$/, '');
    members.set(bare, [
      ...(members.get(bare) ?? []),
      { owner, entry, isStatic: name.endsWith('_static'), distinct: isDistinct(bare, space) },
    ]);
  }
}
// Interfaces are also members of the global object.
for (const [name, entry] of Object.entries(api)) {
  if (entry.__compat)
    members.set(name, [...(members.get(name) ?? []), { owner: 'globalThis', entry, distinct: isDistinct(name, api) }]);
}

/** Objects of which there is only one, with their interface. */
const singletons = {
  crypto: 'Crypto',
  navigator: 'Navigator',
  document: 'Document',
  indexedDB: 'IDBFactory',
  performance: 'Performance',
  location: 'Location',
  history: 'History',
  caches: 'CacheStorage',
  scheduler: 'Scheduler',
};

const { classes, operators, regular_expressions: patterns } = javascript;
const syntax = {
  'class static block': classes.static.initialization_blocks,
  'private field in': classes.private_class_fields_in,
  'private field': classes.private_class_fields,
  'private method': classes.private_class_methods,
  'class field': classes.public_class_fields,
  'top-level await': operators.await.top_level,
  'logical assignment': operators.nullish_coalescing_assignment,
  'look behind': patterns.lookbehind_assertion,
};

/** The names, in this script, of syntax and interfaces that the floor does not know. @throws SyntaxError beyond any standard */
export function tooNewInScript(code) {
  const found = new Set();
  const use = (name) => {
    if (!isKnown(syntax[name])) found.add(name);
  };
  const tree = parse(code, { ecmaVersion: 'latest', sourceType: 'module', allowReturnOutsideFunction: true });
  const declared = new Set();
  full(tree, (node) => {
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier') declared.add(node.id.name);
    if (/^(Function|Class)/.test(node.type) && node.id) declared.add(node.id.name);
  });
  full(tree, (node) => look(node, found, use, declared));
  topLevelAwait(tree, use);
  return [...found];
}

function look(node, found, use, declared) {
  if (node.type === 'StaticBlock') use('class static block');
  if (node.type === 'BinaryExpression' && node.left.type === 'PrivateIdentifier') use('private field in');
  if (node.type === 'PropertyDefinition') use(node.key.type === 'PrivateIdentifier' ? 'private field' : 'class field');
  if (node.type === 'MethodDefinition' && node.key.type === 'PrivateIdentifier') use('private method');
  if (node.type === 'AssignmentExpression' && ['??=', '||=', '&&='].includes(node.operator)) use('logical assignment');
  if (node.type === 'Literal' && node.regex) pattern(node.regex, found, use);
  if (node.type === 'Identifier' && !declared.has(node.name) && /^[A-Z][a-z]/.test(node.name)) {
    const entries = spaces.map((space) => Object.hasOwn(space, node.name) && space[node.name]).filter(Boolean);
    if (entries.length > 0 && !entries.some(isKnown)) found.add(node.name);
  }
  if (node.type === 'CallExpression' && node.callee.type === 'Identifier' && !declared.has(node.callee.name)) {
    const entry = Object.hasOwn(api, node.callee.name) ? api[node.callee.name] : null;
    if (entry && !isKnown(entry)) found.add(node.callee.name);
  }
  if (node.type === 'MemberExpression') member(node, found);
  if (node.type === 'CallExpression') element(node.arguments, found);
  if (node.type === 'CallExpression' && /^(querySelector(All)?|matches|closest)$/.test(node.callee.property?.name))
    // Its name differs from the style sheets': there an older browser skips a rule, and here it throws.
    for (const name of tooNewInSelector(textOf(node.arguments[0]))) found.add(`selector ${name}`);
}

/** The build draws an element by a call, with its name and its attributes. */
function element([tag, attributes], found) {
  const name = textOf(tag);
  const own = Object.hasOwn(html.elements, name) && html.elements[name];
  if (!own || attributes?.type !== 'ObjectExpression') return;
  if (!isKnown(own)) found.add(`element ${name}`);
  for (const { key } of attributes.properties) {
    const attribute = String(key?.name ?? key?.value).toLowerCase();
    const entries = [own, html.global_attributes].find((one) => Object.hasOwn(one, attribute));
    if (!isKnown(entries?.[attribute])) found.add(`attribute ${attribute}`);
  }
}

/** A text as it stands in the code; what is put into it later is one letter. */
function textOf(node) {
  if (node?.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked).join('x');
  return typeof node?.value === 'string' ? node.value : '';
}

function member({ object, property, computed }, found) {
  const name = computed ? typeof property.value === 'string' && property.value : property.name;
  const entries = name && members.get(name);
  if (!entries) return;
  const holder = object.type === 'Identifier' ? object.name : '';
  const ofHolder = entries.filter(({ owner, isStatic }) =>
    isStatic ? owner === holder : owner === singletons[holder],
  );
  if (ofHolder.length > 0) {
    if (!ofHolder.some(({ entry }) => isKnown(entry))) found.add(`${holder}.${name}`);
  } else if (entries.every(({ entry, distinct }) => distinct && !isKnown(entry))) found.add(`.${name}`);
}

function pattern({ pattern: text, flags }, found, use) {
  if (/\(\?<[=!]/.test(text)) use('look behind');
  if (/\(\?[ims-]+:/.test(text)) found.add('modifiers in a pattern');
  for (const [flag, name] of [
    ['d', 'hasIndices'],
    ['v', 'unicodeSets'],
  ]) {
    if (flags.includes(flag) && !isKnown(javascript.builtins.RegExp[name])) found.add(`pattern flag ${flag}`);
  }
}

/** Walks the code that the module itself runs, not that of its functions. */
function topLevelAwait(node, use) {
  if (Array.isArray(node)) for (const one of node) topLevelAwait(one, use);
  else if (node && typeof node.type === 'string') {
    if (/Function|^PropertyDefinition$|^StaticBlock$/.test(node.type)) return;
    if (node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node.await)) use('top-level await');
    for (const value of Object.values(node)) if (value && typeof value === 'object') topLevelAwait(value, use);
  }
}
