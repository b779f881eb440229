import type { FileAnswer } from './answers.ts';

type Files = Readonly<Partial<Record<string, FileAnswer>>>;

/** Where a draft's files are written. */
interface FileDraft {
  saveFile: (name: string, file: FileAnswer) => Promise<unknown>;
  removeFile: (name: string) => Promise<unknown>;
}

/** The files of a draft or of a queued request, as a form holds them. */
export const filesFrom = (files: Readonly<Record<string, Omit<FileAnswer, 'size'>>> = {}): Record<string, FileAnswer> =>
  Object.fromEntries(Object.entries(files).map(([name, file]) => [name, { ...file, size: file.bytes.byteLength }]));

/**
 * Passes files to a draft as they change: a changed text must not write ten megabytes of files again. The draft itself retries
 * files that did not fit.
 */
export function createKeptFiles() {
  let kept: Files = {};
  return {
    /** Notes the files that the draft has already. */
    begin(files: Files) {
      kept = files;
    },
    async keep(files: Files, { saveFile, removeFile }: FileDraft) {
      const before = kept;
      kept = files;
      const names = [...new Set([...Object.keys(before), ...Object.keys(files)])];
      const changed = names.filter((name) => files[name]?.bytes !== before[name]?.bytes);
      // All begin now, and take turns: one that begins later would overtake the next change (F56).
      const writes = changed.map((name): Promise<unknown> => {
        const file = files[name];
        return file ? saveFile(name, file) : removeFile(name);
      });
      await Promise.all(writes);
    },
  };
}
