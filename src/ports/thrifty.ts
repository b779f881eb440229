/** The Network Information API (WICG), which TypeScript's library lacks. Workers have it too. */
interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Whether the customer wants to spend few bytes: `Save-Data`, or a line of the second generation. False where the browser does not say. */
export function isThrifty(): boolean {
  const told = typeof navigator === 'undefined' ? undefined : (navigator as { connection?: Connection }).connection;
  const { saveData, effectiveType = '' } = told ?? {};
  return saveData === true || effectiveType.endsWith('2g');
}
