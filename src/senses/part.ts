/** The code of a part of the app did not come: no defect, and mostly a missing connection. */
export class MissingPart extends Error {
  constructor(cause: unknown) {
    super('a part of the app did not come', { cause });
  }
}

/** A part of the app whose code comes when it is wanted. */
export function part<Of extends unknown[], Code>(load: (...of: Of) => Promise<Code>): (...of: Of) => Promise<Code> {
  return async (...of) => {
    try {
      return await load(...of);
    } catch (cause) {
      throw new MissingPart(cause);
    }
  };
}
