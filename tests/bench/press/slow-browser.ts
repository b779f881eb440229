/** How long the processes run, and how long they then stand still. */
const RUN_MS = 5;
const REST_MS = 15;

/**
 * Lets processes of this machine run a quarter of the time, until the returned function is called. The developer tools slow only the
 * thread of the page: what it leaves to another thread or process looks free.
 */
export function quarterOf(processes: readonly number[]): () => void {
  const send = (signal: 'SIGSTOP' | 'SIGCONT') => {
    for (const one of processes) {
      try {
        process.kill(one, signal);
      } catch {
        // It has ended.
      }
    }
  };
  let timer = setTimeout(rest, RUN_MS);
  function rest() {
    send('SIGSTOP');
    timer = setTimeout(run, REST_MS);
  }
  function run() {
    send('SIGCONT');
    timer = setTimeout(rest, RUN_MS);
  }
  return () => {
    clearTimeout(timer);
    send('SIGCONT');
  };
}
