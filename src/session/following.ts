/** What the server did is done, whatever becomes of it here. False when it could not be followed. */
export function following(written: Promise<unknown>): Promise<boolean> {
  return written.then(
    () => true,
    (error: unknown) => {
      console.error('session: an answer of the server could not be followed here', error);
      return false;
    },
  );
}
