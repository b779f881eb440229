/** The work, one run at a time. Whoever asks meanwhile gets one more run, and waits for it. */
export function oneAtATime(run: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let again = false;
  return () => {
    again = true;
    running ??= (async () => {
      try {
        while (again) {
          again = false;
          await run();
        }
      } finally {
        running = null;
      }
    })();
    return running;
  };
}
