/** Holds a shared Web Lock, where the browser has them. Returns the function that releases it. */
export function holdLock(name: string): () => void {
  let release = () => {};
  const until = new Promise<void>((done) => {
    release = done;
  });
  globalThis.navigator?.locks?.request(name, { mode: 'shared' }, () => until).catch(() => {});
  return release;
}
