import { walkLayerPresses, walkPresses } from '../harness/press-walk.ts';
import { everyScreen } from '../harness/screens.ts';
import { expect, test } from '../harness/test.ts';

for (const size of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test(`after each press on every screen the focus is on something that was meant, at ${size.width}`, async ({
    page,
    context,
    server,
  }) => {
    test.setTimeout(1_200_000);
    const screens = everyScreen.map(([name]) => name);
    const { strayed, presses } = await walkPresses({ page, context, server, size }, screens);
    expect(strayed).toEqual([]);
    expect(presses, 'presses in all').toBeGreaterThan(120);
  });
}

test('after each press in a layer or an editor the focus is on something that was meant', async ({
  page,
  context,
  server,
}) => {
  test.setTimeout(900_000);
  const { strayed, presses } = await walkLayerPresses({ page, context, server, size: { width: 390, height: 844 } });
  expect(strayed).toEqual([]);
  expect(presses, 'presses in all').toBeGreaterThan(50);
});
