/** Calls back once the process that started this one is gone: npm tells the shell it started to end, and the shell tells nobody (F34). */
export function whenParentEnds(then, every = 250) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    then();
  }, every).unref();
}
