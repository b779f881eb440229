import { insurer } from '../harness/insurer.ts';
import { expect, signIn, test } from '../harness/test.ts';
import { EMAIL } from '../harness/trip.ts';

// A service worker would replace a missing script from its cache.
test.use({ serviceWorkers: 'block' });

test('[D64] a screen with a missing script says so, and opens the same address once the script is back', async ({
  page,
  line,
}) => {
  test.setTimeout(240_000);
  const { polizas } = await insurer(line.url, EMAIL);
  const deep = `/#/app/pagos/${polizas[0]?.Policy}?anio=2025`;
  const heading = page.getByRole('heading', { level: 1, name: 'Historial de pagos electrónicos' });
  await signIn(page, EMAIL);
  let missing = '';
  const requested = new Set<string>();
  await page.route('**/assets/*.js', (route) => {
    const { pathname } = new URL(route.request().url());
    requested.add(pathname);
    return pathname === missing ? route.fulfill({ status: 404, body: 'gone' }) : route.continue();
  });
  const openAnew = async () => {
    await page.goto('about:blank');
    await page.goto(deep);
  };
  await openAnew();
  await expect(heading).toBeVisible();
  // Another journey covers the entry, and the worker's own scripts open no screen.
  const parts = [...requested].filter((path) => !/\/(index|workbox|sending|photo)/.test(path));
  expect(parts.length).toBeGreaterThan(3);

  for (const part of parts) {
    missing = part;
    await openAnew();
    const again = page.getByRole('button', { name: /^(Reintentar|Volver a cargar)$/ });
    // Some scripts are preloaded for later, so the screen opens without them.
    await expect(again.or(heading), part).toBeVisible();
    expect(page.url(), part).toBe(`${line.url}${deep}`);
    if (!(await again.isVisible())) {
      await expect(heading, part).toBeVisible();
      continue;
    }
    missing = '';
    await again.click();
    await expect(heading, part).toBeVisible();
    expect(page.url(), part).toBe(`${line.url}${deep}`);
  }
});
