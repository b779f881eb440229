import type { CDPSession } from '@playwright/test';

/**
 * The number of functions that run in `run` and did not since `begin` loaded the page. V8 compiles a function when it is first called, so that
 * is about how many it compiles; its trace tells them only as sums.
 */
export async function firstRun(
  devtools: CDPSession,
  begin: () => Promise<void>,
  run: () => Promise<void>,
): Promise<number> {
  await devtools.send('Profiler.enable');
  await devtools.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  await begin();
  const before = new Set(await named(devtools));
  await run();
  const after = new Set(await named(devtools));
  await devtools.send('Profiler.stopPreciseCoverage');
  if (before.size === 0) throw new Error('no function ran before');
  return [...after].filter((one) => !before.has(one)).length;
}

async function named(devtools: CDPSession): Promise<string[]> {
  const { result } = await devtools.send('Profiler.takePreciseCoverage');
  return result
    .filter(({ url }) => url.includes('/assets/'))
    .flatMap(({ url, functions }) =>
      functions.flatMap(({ ranges: [range] }) => (range && range.count > 0 ? [`${url} ${range.startOffset}`] : [])),
    );
}
