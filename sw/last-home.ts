import { ageOf } from '#contract/age.ts';
import { readLastHome } from '#database/last-home.ts';
import { pause, thisMachine } from '#ports/machine.ts';
import { INACTIVITY_MS } from '#session/inactivity.ts';

/** Where the page takes the last home (`tools/build/prerender-start.ts`). */
const PLACE = '<!--last-home-->';
/** The page waits for the last home no longer than this. */
const MAX_WAIT_MS = 600;

/**
 * Puts the last home into the page, as data that the page's scripts draw (`src/app/last-home`). The database is asked at once,
 * and the page's head goes ahead. The home is in this answer only and is stored nowhere else.
 *
 * @param name the database
 * @returns answers with the page that `read` brings; asked once, because a version has one page
 */
export function pageWithLastHome(name: string): (read: () => Promise<Response>) => Promise<Response> {
  let kept: { parts: string[]; headers: Headers } | undefined;
  return async (read) => {
    const finding = inTime(lastHome(name));
    if (!kept) {
      const page = await read();
      if (!page.ok) return page;
      const headers = new Headers(page.headers);
      // These are of the file as it travelled.
      for (const field of ['content-encoding', 'content-length']) headers.delete(field);
      const text = await page.text();
      const parts = text.split(PLACE);
      // Not the app's page: a network that asks for a sign-in answers with its own.
      if (parts.length !== 2) return new Response(text, { headers });
      kept = { parts, headers };
    }
    const [head, body] = kept.parts;
    const encoder = new TextEncoder();
    const stream = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(encoder.encode(head));
        controller.enqueue(encoder.encode(asData(await finding)));
        controller.enqueue(encoder.encode(body));
        controller.close();
      },
    });
    return new Response(stream, { headers: kept.headers });
  };
}

/** Within a script element only '<' could end it. */
function asData(home: unknown): string {
  if (!home) return '';
  const text = JSON.stringify(home).replaceAll('<', '\\u003c');
  return `<script type="application/json" data-last-home>${text}</script>`;
}

/** It needs an open session, as the app does: the key on the device, and activity within ten minutes. */
async function lastHome(name: string): Promise<unknown> {
  const found = await readLastHome(name);
  return found && !isIdle(found.activity) ? found.value : null;
}

function isIdle(activity: number): boolean {
  const age = ageOf(activity, thisMachine.clock());
  return age === null || age >= INACTIVITY_MS;
}

function inTime(home: Promise<unknown>): Promise<unknown> {
  const late = pause(thisMachine.timers, MAX_WAIT_MS).then(() => null);
  return Promise.race([home.catch(() => null), late]);
}
