// @module-tag depth
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

/** A node of the syntax tree, as far as it is read here. */
interface Node {
  type: string;
  start: number;
  [name: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode);
const allIn = (node: Node): Node[] => [node, ...childrenOf(node).flatMap(allIn)];

const isCallOf = (node: Node, name: string): boolean =>
  node.type === 'CallExpression' &&
  allIn((node.callee as Node) ?? node).some((one) => one.type === 'Identifier' && one.name === name);
const expects = (node: Node): boolean => allIn(node).some((one) => isCallOf(one, 'expect'));

/** A function that looks at nothing of what it is given, and fails for nothing itself. */
const isDeaf = (node: Node): boolean =>
  node.type === 'ArrowFunctionExpression' &&
  (node.params as Node[]).length === 0 &&
  !allIn(node).some((one) => one.type === 'ThrowStatement' || isCallOf(one, 'expect'));

/** Whether a failure of an `expect` inside it is told to nobody: the test cannot fail. */
function swallows(node: Node): boolean {
  if (node.type === 'CallExpression') {
    const { callee, arguments: given } = node as unknown as { callee: Node; arguments: Node[] };
    const name = (callee.property as Node | undefined)?.name;
    const deaf = name === 'catch' ? given[0] : name === 'then' ? given[1] : undefined;
    return deaf !== undefined && isDeaf(deaf) && expects(callee);
  }
  if (node.type !== 'TryStatement') return false;
  const handler = node.handler as Node | null;
  const told = handler !== null && allIn(handler.body as Node).some(({ type }) => type !== 'BlockStatement');
  return handler !== null && !told && expects(node.block as Node);
}

const swallowedIn = (path: string, text: string): string[] =>
  allIn(parseSync(path, text).program as unknown as Node)
    .filter(swallows)
    .map(({ start }) => `${path}:${text.slice(0, start).split('\n').length}`);

test('no failure of an expect is swallowed in any test', () => {
  const all = readdirSync('tests', { recursive: true, encoding: 'utf8' });
  const files = all.filter((file) => /\.tsx?$/.test(file)).map((file) => join('tests', file));
  expect(files.length).toBeGreaterThan(300);
  expect(files.flatMap((file) => swallowedIn(file, readFileSync(file, 'utf8')))).toEqual([]);
});

test.each([
  ['await db.transaction(async () => { expect(1).toBe(2); }).catch(() => {});', true],
  ['work(() => { expect(1).toBe(2); }).then(done, () => undefined);', true],
  ['try { expect(await left()).toBe(0); } catch {}', true],
  ['try { expect(await left()).toBe(0); } catch { /* rolled back */ }', true],
  ['await db.transaction(async () => { left.push(1); }).catch(() => {});', false],
  ['await work(() => { expect(1).toBe(2); }).catch((error) => { throw new Error(error); });', false],
  ['await work(() => { expect(1).toBe(2); }).catch(() => expect.fail());', false],
  ['await expect(work()).rejects.toThrow();', false],
  ['try { expect(1).toBe(2); } catch (error) { problems.push(error); }', false],
  ['try { expect(1).toBe(2); } finally { close(); }', false],
])('%s is found to swallow: %s', (code, found) => {
  expect(swallowedIn('some.test.ts', code)).toHaveLength(found ? 1 : 0);
});
