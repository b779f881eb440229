import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, expect, type Page } from '@playwright/test';
import { build } from 'vite';
import { pathFor } from '#rules/wizard.ts';
import { livingIn } from '../../countries/people.ts';
import { ended, freePort, launch } from '../../journeys/harness/server.ts';
import { begin, fill, touch, type Walk } from '../../journeys/registration/walk.ts';
import { median, type Row } from '../harness/measure.ts';

/** Loaded with this module, because the runner of the bench resolves no import later. */
const resident = await livingIn('Ecuador');

/** Measures the time from a tap on Continuar to the next step's paint, against React swapping two headings on that page. */
export async function measureSteps(browser: Browser): Promise<Row[]> {
  const data = await mkdtemp(join(tmpdir(), 'amparo-bench-'));
  const port = await freePort();
  const server = await launch(port, data);
  try {
    const context = await browser.newContext({
      baseURL: `http://127.0.0.1:${port}`,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      locale: 'es-CR',
      serviceWorkers: 'block',
    });
    const page = await context.newPage();
    const code = await swapCode();
    await page.route('**/bench-swap.js', (route) => route.fulfill({ contentType: 'text/javascript', body: code }));
    return await walkAndMeasure(page);
  } finally {
    await ended(server, 'SIGTERM');
    await rm(data, { recursive: true, force: true });
  }
}

async function walkAndMeasure(page: Page): Promise<Row[]> {
  const { country, around } = resident;
  const answers = {
    nif: '1710345677',
    nifConyuge: '0926687856',
    email: 'b@correo.test',
    emailConfirmacion: 'b@correo.test',
  };
  const walk: Walk = { page, hand: touch, country, person: { ...resident.person, ...answers }, lists: around.lists };
  await begin(walk);
  // Passed as a text, because the runner of the bench would rewrite an import.
  await page.evaluate("import('/bench-swap.js')");
  const devtools = await page.context().newCDPSession(page);
  const ratios: { name: string; figure: number; bare: number }[] = [];
  const path = pathFor(walk.country, walk.person);
  for (const [index, step] of path.slice(0, -1).entries()) {
    await fill(walk, step);
    const on = page.getByRole('button', { name: 'Continuar' });
    await expect(on).toBeEnabled();
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const bare: number[] = [];
    // The first swaps warm the page up, as typing warmed up the step.
    for (let turn = 0; turn < 5; turn += 1) bare.push(await tapToPaint(page, '#swap button', '#swap h2'));
    const turns: number[] = [];
    for (let turn = 0; turn < 3; turn += 1) {
      if (turn > 0) await backTo(page, step.title);
      turns.push(await tapToPaint(page, 'form button[type=submit]', 'h1'));
    }
    const figure = median(turns);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(path[index + 1]?.title ?? '');
    ratios.push({ name: step.id, figure, bare: median(bare.slice(1)) });
  }
  const bare = median(ratios.map((one) => one.bare));
  const worst = ratios.reduce((most, one) => (one.figure > most.figure ? one : most));
  const middle = median(ratios.map((one) => one.figure));
  return [
    { name: 'swapping two headings with React, tap to paint', figure: bare, unit: 'ms' },
    { name: 'from Continuar to the next step, median of all steps', figure: middle, unit: 'ms' },
    { name: 'the same against the swap', figure: middle / bare, goal: 3 },
    { name: `from Continuar to the next step, worst (${worst.name})`, figure: worst.figure, unit: 'ms' },
    { name: 'the same against the swap', figure: worst.figure / bare, goal: 3 },
  ];
}

/** Goes back to a filled-in step and waits until it is ready. */
async function backTo(page: Page, title: string): Promise<void> {
  await page.getByRole('button', { name: 'Volver' }).tap();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.getByRole('button', { name: 'Continuar' })).toBeEnabled();
}

/**
 * Milliseconds from the tap's click to the first frame after the heading has changed. When the step asks the server, time
 * counts from its answer, since the page does not decide how fast a line is.
 */
async function tapToPaint(page: Page, button: string, heading: string): Promise<number> {
  await page.evaluate(
    ([press, title]) => {
      const shown = document.querySelector(title);
      const before = shown?.textContent;
      const state = window as unknown as { painted: Promise<number> };
      state.painted = new Promise((painted) => {
        document.querySelector(press)?.addEventListener(
          'click',
          (event) => {
            const look = () => {
              if (document.querySelector(title)?.textContent === before) return requestAnimationFrame(look);
              // The paint comes after this frame's callbacks, and the message after the paint.
              const { port1, port2 } = new MessageChannel();
              port1.onmessage = () => {
                const answered = performance
                  .getEntriesByType('resource')
                  .filter((one) => one.name.includes('/getUserBy') && one.startTime > event.timeStamp)
                  .map((one) => (one as PerformanceResourceTiming).responseEnd);
                painted(performance.now() - Math.max(event.timeStamp, ...answered));
              };
              port2.postMessage(null);
            };
            requestAnimationFrame(look);
          },
          { once: true, capture: true },
        );
      });
    },
    [button, heading] as const,
  );
  // The next step is prepared behind this one and hidden, so the first button is the visible one.
  await page.locator(button).first().tap();
  return page.evaluate(() => (window as unknown as { painted: Promise<number> }).painted);
}

async function swapCode(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: fileURLToPath(new URL('./swap.ts', import.meta.url)), formats: ['es'], fileName: 'swap' },
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (!output || !('output' in output)) throw new Error('the swap was not built');
  return output.output[0].code;
}
