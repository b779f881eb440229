/**
 * For an effect that waits: `isCurrent` says whether the effect still stands, after each wait.
 *
 * @returns the effect's end
 */
export function untilCleanup(begin: (isCurrent: () => boolean) => void): () => void {
  let current = true;
  begin(() => current);
  return () => {
    current = false;
  };
}
