/**
 * Mutations by name: `drop call endRecoveries`, `condition expired is false`, `property parked is waits`. The place is a
 * function or another declaration of the file, by its name. In it a selector finds one node of the syntax tree: its kind, a
 * name in it, and its number where several remain. So formatting, moved lines and what stands around it do not matter.
 */
import { parseSync } from 'vite';

/** The kinds of nodes. Each gives the part of the node in which the selector's name is looked for, or nothing. */
const kinds = {
  if: ({ node }) => node.type === 'IfStatement' && node.test,
  loop: ({ node }) => /^(For|While)/.test(node.type) && valueIn(node),
  /** Without it, what it tries is left. */
  try: ({ node }) => node.type === 'TryStatement' && node.block,
  return: ({ node }) => node.type === 'ReturnStatement' && node,
  throw: ({ node }) => node.type === 'ThrowStatement' && node,
  const: ({ node }) => node.type === 'VariableDeclarator' && node.id,
  assignment: ({ node }) => node.type === 'AssignmentExpression' && node.left,
  call: ({ node }) => isCall(node) && lastOf(node.callee),
  /** `x.name(…)`; without it `x` is left. */
  link: ({ node }) => isCall(node) && node.callee.property,
  /** `name(x, …)`; without it `x` is left. */
  wrapper: ({ node }) => isCall(node) && node.arguments.length > 0 && lastOf(node.callee),
  /** What is called. */
  callee: ({ node, parent }) => isCall(parent) && parent.callee === node && lastOf(node),
  argument: ({ node, parent }) => isCall(parent) && parent.arguments.includes(node) && node,
  await: ({ node }) => node.type === 'AwaitExpression' && node,
  not: ({ node }) => node.type === 'UnaryExpression' && node.operator === '!' && node,
  property: ({ node, parent }) => node.type === 'Property' && parent?.type === 'ObjectExpression' && node.key,
  attribute: ({ node }) => node.type === 'JSXAttribute' && node.name,
  spread: ({ node }) => node.type === 'SpreadElement' && node,
  element: ({ node, parent }) => parent?.type === 'ArrayExpression' && node,
  choice: ({ node }) => node.type === 'ConditionalExpression' && node.test,
  /** What an `if`, a loop or a choice asks. */
  condition: ({ node, parent }) => parent?.test === node && node,
  /** What a choice or an `if` comes to, when its condition holds and when not. */
  yes: ({ node, parent }) => parent?.consequent === node && node,
  no: ({ node, parent }) => parent?.alternate === node && node,
  /** One side of `&&`, `||` or `??`. */
  operand: ({ node, parent }) => parent?.type === 'LogicalExpression' && node.operator !== parent.operator && node,
  comparison: ({ node }) => node.type === 'BinaryExpression' && /[<>=]/.test(node.operator) && node,
  sum: ({ node }) => node.type === 'BinaryExpression' && /[-+*/%]/.test(node.operator) && node,
  number: ({ node }) => typeof node.value === 'number' && node,
  string: ({ node, parent }) =>
    node.type === 'Literal' && typeof node.value === 'string' && parent?.key !== node && node,
  regex: ({ node }) => node.regex && node,
  template: ({ node }) => node.type === 'TemplateLiteral' && node,
  function: ({ node }) => /^(ArrowFunction|Function)Expression$/.test(node.type) && node,
  /** What an arrow without braces answers. */
  result: ({ node, parent }) => parent?.type === 'ArrowFunctionExpression' && parent.body === node && node,
};

/** The source with the mutation in it. Throws when the place or the node is not there exactly once. */
export function mutate(path, source, place, mutation) {
  const [, dropped, selected, code] = mutation.match(/^(?:drop (.+)|(.+?) is (.+))$/) ?? [];
  const [, kind, name, number] = (dropped ?? selected)?.match(/^(\w+)(?: ([^\d\s]\S*))?(?: (\d+))?$/) ?? [];
  if (!kinds[kind]) throw new Error(`“${mutation}” is no mutation`);
  const fit = nodesOf(kind, placeOf(placesIn(path, source), place)).filter(
    ({ names }) => !name || names.includes(name),
  );
  const one = fit[(number ?? 1) - 1];
  if (!one || (!number && fit.length > 1)) throw new Error(`“${dropped ?? selected}” is there ${fit.length} times`);
  const { start, end, by = '' } = dropped ? without(one, kind, source) : instead(one.node, code);
  return source.slice(0, start) + by + source.slice(end);
}

/** What can be named in a file, each with the names that lead to it: declarations, and functions inside them. */
function placesIn(path, source) {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(errors[0].message);
  const places = [];
  const visit = (node, names, isInside) => {
    const name = nameOf(node, isInside);
    const here = name ? [...names, name] : names;
    if (name) places.push({ names: here, node });
    for (const child of childrenOf(node)) visit(child, here, isInside || isFunction(node));
  };
  visit(program, [], false);
  return places;
}

function nameOf({ type, id, init, key, value, method }, isInside) {
  if (/^(Function|Class)Declaration$/.test(type)) return id?.name;
  const holdsCode = method || isFunction(init ?? value) || (init ?? value)?.type === 'ObjectExpression';
  if (type === 'VariableDeclarator') return !isInside || holdsCode ? id.name : null;
  return /^(Property|MethodDefinition|PropertyDefinition)$/.test(type) && holdsCode ? (key.name ?? key.value) : null;
}

/** The place by its whole name, or by the end of it when only one ends so. */
function placeOf(places, name) {
  const exact = places.filter(({ names }) => names.join('.') === name);
  const fit = exact.length > 0 ? exact : places.filter(({ names }) => names.join('.').endsWith(`.${name}`));
  if (fit.length !== 1) throw new Error(`“${name}” is there ${fit.length} times`);
  return fit[0];
}

/** The nodes of a kind inside a place, in the order of the text, each with its ancestors and names. */
function nodesOf(kind, place) {
  return allIn(place.node, []).flatMap((found) => {
    const part = kinds[kind](found);
    return part ? [{ ...found, names: namesIn(part) }] : [];
  });
}

function allIn(node, ancestors) {
  const inside = childrenOf(node).flatMap((child) => allIn(child, [...ancestors, node]));
  return [{ node, ancestors, parent: ancestors.at(-1) }, ...inside];
}

function namesIn(node) {
  const own = node.name ?? node.value;
  return [...(typeof own === 'string' ? [own] : []), ...childrenOf(node).flatMap(namesIn)];
}

/** The nodes right below one, in the order of the text. Types are no code. */
function childrenOf(node) {
  return Object.values(node)
    .flat()
    .filter((child) => typeof child?.type === 'string' && 'start' in child)
    .filter(({ type }) => !type.startsWith('TS') || /^TS(As|Satisfies|NonNull)Expression$|^TSParameter/.test(type))
    .sort((one, other) => one.start - other.start);
}

/** The edit that takes a node out, with its statement, operator or comma. What cannot go is undefined. */
function without({ node: found, ancestors }, kind, source) {
  const left = { link: found.callee?.object, wrapper: found.arguments?.[0], try: found.block }[kind] ?? found.argument;
  if (/^(link|wrapper|try|await|not)$/.test(kind)) return { ...found, by: source.slice(left.start, left.end) };
  const above = [...ancestors];
  let node = found;
  while (PART_OF_ONE.test(above.at(-1)?.type)) node = above.pop();
  const parent = above.at(-1);
  if (parent?.type === 'LogicalExpression') {
    const other = parent.left === node ? parent.right : parent.left;
    return { ...parent, by: source.slice(other.start, other.end) };
  }
  const isStatement = /Statement|Declaration/.test(node.type);
  const list = Object.values(parent ?? {}).find((value) => Array.isArray(value) && value.includes(node));
  if (!list) return { ...node, by: isStatement ? '{}' : 'undefined' };
  if (isStatement || node.type === 'JSXAttribute') return node;
  const [before, after] = [list[list.indexOf(node) - 1], list[list.indexOf(node) + 1]];
  if (after) return { start: node.start, end: after.start };
  return { start: before?.end ?? node.start, end: node.end + source.slice(node.end).match(/^\s*,|/)[0].length };
}

/** What goes together with the only thing in it. */
const PART_OF_ONE = /^(Await|Chain|Parenthesized|Unary|TS\w+)Expression$|^ExpressionStatement$|^VariableDecl/;

/** The edit that gives a node another value. */
function instead(node, code) {
  if (node.shorthand) return { ...node, by: `${node.key.name}: ${code}` };
  const { start, end } = valueIn(node);
  return { start, end, by: code };
}

function valueIn(node) {
  if (node.type === 'Property') return node.value;
  if (node.type === 'JSXAttribute') return node.value.expression ?? node.value;
  if (/^(Return|Throw)Statement$/.test(node.type)) return node.argument ?? node;
  if (/^(For|While)/.test(node.type)) return node.right ?? node.test ?? node;
  return (node.type === 'VariableDeclarator' ? node.init : node.type === 'AssignmentExpression' && node.right) || node;
}

const isCall = (node) => /^(Call|New)Expression$/.test(node?.type);
const lastOf = (callee) => callee.property ?? callee;
const isFunction = (node) => /Function/.test(node?.type);
