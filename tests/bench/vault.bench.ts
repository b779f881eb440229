import { withTab } from './device/tab.ts';
import { inTurn, type Row } from './harness/measure.ts';

/** Measures the cost of sealing everything on the device. */
export default function vault(): Promise<Row[]> {
  return withTab(undefined, async ({ call }) => {
    const written = await inTurn(
      9,
      () => call('writeSealed'),
      () => call('writePlain'),
    );
    const read = await inTurn(
      21,
      () => call('readSealed'),
      () => call('readPlain'),
    );
    const unlocked = await inTurn(
      5,
      () => call('unlock'),
      () => call('derive'),
    );
    return [
      { name: "reading a screen's records, sealed", figure: read.a, unit: 'ms' },
      { name: 'the same against reading them plain', figure: read.ratio, goal: 1.5 },
      { name: 'writing 10,000 payments, sealed', figure: written.a, unit: 'ms' },
      { name: 'the same against writing them plain', figure: written.ratio, goal: 1.5 },
      { name: 'unlocking', figure: unlocked.a, unit: 'ms' },
      { name: 'the same against one bare PBKDF2', figure: unlocked.ratio, goal: 1.3 },
    ];
  });
}
