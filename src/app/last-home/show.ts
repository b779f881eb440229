import type { LastHomeFound } from '#database/last-home.ts';
import { CLOCK_STEP_MS, INACTIVITY_MS } from '#session/inactivity.ts';
import { draw } from './drawing.ts';
import { LAST_HOME, type LastHome, pageNow, revealPage } from './page.ts';

/**
 * Draws the last home while the app loads. It needs an open session, as the app does: the key on the device, and activity
 * within ten minutes. The app checks again and removes the drawing with its first screen.
 *
 * @param reading what the database says, already asked for
 * @param styles addresses of home's style sheets, which are loaded meanwhile
 * @returns once the frame that has the drawing begins, or once it is known that there is nothing to draw
 */
export async function showLastHome(
  reading: Promise<LastHomeFound | null>,
  styles: readonly string[] = [],
): Promise<void> {
  const loading = new Map(styles.map((href) => [new URL(href, location.href).href, loadStyle(href)]));
  for (const style of loading.values()) style.catch(() => undefined);
  const found = await reading;
  if (!found || isIdle(found.activity)) return;
  await bodyExists();
  const { drawing, ...kept } = found.value as LastHome;
  const { styles: there, ...now } = pageNow();
  if (kept.build !== now.build || kept.day !== now.day || kept.width !== now.width) return;
  await Promise.all(kept.styles.map((href) => loading.get(href) ?? (there.includes(href) ? null : loadStyle(href))));
  // The app has already shown a screen.
  if (document.documentElement.dataset.screen !== 'inside') return;
  const box = document.createElement('div');
  box.id = LAST_HOME;
  // Screen readers wait for the real home, which can be used.
  box.setAttribute('aria-hidden', 'true');
  box.append(draw(drawing));
  document.body.prepend(box);
  // Reserves the rail's room, as the rail does.
  document.documentElement.dataset.rail = '';
  revealPage();
  // The app's scripts, read before the drawing is painted, would delay it.
  await new Promise(requestAnimationFrame);
}

/** The page may still be read. Its head, which holds the styles, is whole then. */
async function bodyExists(): Promise<void> {
  while (!document.body) await new Promise(requestAnimationFrame);
}

function isIdle(activity: number): boolean {
  const since = Date.now() - activity;
  return since < -CLOCK_STEP_MS || since >= INACTIVITY_MS;
}

/** @throws when the style sheet is gone, because an unstyled home is worse than none */
function loadStyle(href: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.crossOrigin = '';
    // Without its styles the page has nothing to show. A frame drawn before would delay the first that has.
    link.setAttribute('blocking', 'render');
    link.href = href;
    link.onload = resolve;
    link.onerror = () => {
      link.remove();
      reject(new Error(`no ${href}`));
    };
    document.head.append(link);
  });
}
