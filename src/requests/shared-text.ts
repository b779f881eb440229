/** How many files of other apps nobody has claimed yet; without their names. */
export const sharedText = (count: number): string =>
  count === 1 ? 'Se compartió 1 archivo' : `Se compartieron ${count} archivos`;
