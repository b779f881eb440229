import { useState } from 'react';

/** Work that a press begins: `busy` until it has ended, also when it fails. */
export function useBusy<Of extends unknown[]>(work: (...of: Of) => Promise<unknown>) {
  const [busy, setBusy] = useState(false);
  const run = (...of: Of) => {
    setBusy(true);
    void work(...of).finally(() => setBusy(false));
  };
  return { busy, run };
}
