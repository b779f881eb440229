// @module-tag depth
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const LIMITS = ['noExcessiveCognitiveComplexity', 'noExcessiveLinesPerFunction'] as const;
type Limit = (typeof LIMITS)[number];

interface Rules {
  complexity?: Partial<Record<Limit, unknown>>;
}
interface Config {
  linter: { rules: Rules };
  overrides: { includes: string[]; linter: { rules: Rules } }[];
}

/** The files of src, sw and server that have a function above this limit, whatever the list of exceptions says. */
function above(limit: Limit, config: Config): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'amparo-limits-'));
  const rules = { preset: 'none', complexity: { [limit]: config.linter.rules.complexity?.[limit] } };
  writeFileSync(join(folder, 'biome.json'), JSON.stringify({ root: true, linter: { rules } }));
  const args = [
    'lint',
    `--config-path=${folder}`,
    '--max-diagnostics=none',
    '--reporter=github',
    'src',
    'sw',
    'server',
  ];
  try {
    execFileSync(join(root, 'node_modules/.bin/biome'), args, { cwd: root, encoding: 'utf8', stdio: 'pipe' });
    return [];
  } catch (error) {
    const { stdout } = error as { stdout: string };
    const files = [...stdout.matchAll(/title=lint\/complexity\/\w+,file=([^,]+),/g)].map(([, file = '']) =>
      relative(root, resolve(root, file)),
    );
    return [...new Set(files)].sort();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test.each(LIMITS)('a file above %s is listed by name, and leaves the list once it is mended', (limit) => {
  const config = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8')) as Config;
  const listed = config.overrides.flatMap(({ includes, linter }) =>
    linter.rules.complexity?.[limit] === 'off' ? includes.filter((name) => !name.includes('*')) : [],
  );
  expect(listed).toEqual(above(limit, config));
});
