/** One lane of `npm run simulate`: plays the seeds it is given, one after the other, and answers how each ended. */
import 'fake-indexeddb/auto';

const [bundle, root] = process.argv.slice(2);
// Pages tell of what fails around them, which is every second thing here.
console.error = () => {};
console.warn = () => {};
// What a page leaves to nobody is the page's to find; the history says what came of it.
process.on('unhandledRejection', () => {});
const { play, tell } = await import(bundle);

process.on('message', async ({ seed, isTold }) => {
  try {
    if (isTold) process.send({ seed, story: await tell(seed, root) });
    else {
      const { found, counts, trace } = await play(seed, root);
      process.send({ seed, found, counts, lines: trace.length });
    }
  } catch (error) {
    process.send({ seed, found: [`the world broke: ${error?.stack ?? error}`], counts: {} });
  }
});
process.on('disconnect', () => process.exit());
process.send({ ready: true });
