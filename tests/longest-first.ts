import { BaseSequencer } from 'vitest/node';

/** The random histories take longest of all; begun last, they would leave every other core idle. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]) {
    const isLong = (file: (typeof files)[number]) => Number(file.moduleId.endsWith('/outbox/histories.test.ts'));
    return (await super.sort(files)).sort((a, b) => isLong(b) - isLong(a));
  }
}
