import { readFileSync } from 'node:fs';
import { BaseSequencer } from 'vitest/node';

type Specs = Parameters<BaseSequencer['sort']>[0];

/**
 * Sorts test files so that those that can share a process run one after the other. They go by project, then by whether they
 * have no page, make one, or are given one. Within a group the longest comes first.
 */
export class AlikeTogether extends BaseSequencer {
  override async sort(files: Specs) {
    const sorted = await super.sort(files);
    const rank = new Map(sorted.map((file) => [file, `${file.project.name} ${pageOf(file.moduleId)}`]));
    return sorted.sort((a, b) => (rank.get(a) ?? '').localeCompare(rank.get(b) ?? ''));
  }
}

function pageOf(path: string): number {
  const text = readFileSync(path, 'utf8');
  if (text.startsWith('// @vitest-environment happy-dom')) return 3;
  return path.endsWith('.tsx') ? 2 : 1;
}
