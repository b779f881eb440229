// @module-tag depth
import '#tests/page.ts';

import { Blob as NodeBlob } from 'node:buffer';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MINUTE_MS } from '#contract/age.ts';
import { fail, ok, type Result } from '#contract/result.ts';
import { PhotoFields } from '#features/registration/photo-fields.tsx';
import type { Answers } from '#forms/answers.ts';
import { fileAnswer } from '#forms/schemas.ts';
import { StepForm } from '#forms/step-form.tsx';
import { PhotosContext } from '#photos/hooks.ts';
import type { Field } from '#rules/wizard-country.ts';
import { SessionContext } from '#session/hooks.ts';
import { sealForRelay } from '#session/photo-relay.ts';
import type { Session } from '#session/session.ts';
import { compressesTo, photo } from '#tests/forms/files.ts';
import { jpegOf } from '#tests/photos/pictures.ts';
import { ToastProvider } from '#ui/layers/toast-provider.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  vi.stubGlobal('Blob', NodeBlob);
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

type Taken = Result<{ contenido: string | null }>;

const fieldsOf = (...names: string[]) =>
  names.map((name) => ({ kind: 'photo', name, label: name }) as const) as Field[];
const both = fieldsOf('frontal', 'reverso');
const photoOf = (side: string) => {
  const bytes = new Uint8Array([...jpegOf(800, 600)]).buffer;
  return { side, name: `${side}.jpg`, type: 'image/jpeg', bytes };
};

/** A desk's step with its code shown. The server has `message` for it, as often as it asks, until that is over. */
async function show() {
  const server = {
    ...{ message: null as string | null, isOverOnceTaken: false },
    ...{ calls: [] as string[], opened: 0, isAway: false },
  };
  /** While it is set, answers are on their way until it is called. */
  let arrive: (() => void)[] | null = null;
  const call = async (name: string): Promise<Taken | Result<object>> => {
    server.calls.push(name);
    if (name === 'openRelay') {
      if (server.isAway) return fail('timeout');
      server.opened += 1;
      return ok({ relevo: `${server.opened}`.padStart(43, 'r'), vence: new Date().toISOString() });
    }
    const { message } = server;
    const answer = message === 'over' ? fail('not-found') : ok({ contenido: message });
    if (message && server.isOverOnceTaken) server.message = 'over';
    if (arrive) await new Promise<void>((resolve) => arrive?.push(resolve));
    return answer;
  };
  const kept: Answers[] = [];
  const step = (fields: Field[], document = 'Cédula') => (
    <ToastProvider>
      <SessionContext value={{ call } as unknown as Session}>
        <PhotosContext value={compressesTo(1000)}>
          <StepForm
            answers={{ frontal: null, reverso: null }}
            schema={v.object({ frontal: fileAnswer(), reverso: fileAnswer() })}
            onFileAfterLeave={(answers) => kept.push(answers)}
            onContinue={() => undefined}
          >
            <PhotoFields fields={fields} onBeforePick={async () => undefined} byPhone={{ document }} />
          </StepForm>
        </PhotosContext>
      </SessionContext>
    </ToastProvider>
  );
  const view = render(step(both));
  await open();
  return {
    server,
    ...view,
    sides: () => kept.flatMap((answers) => Object.keys(answers)),
    /** Resolves once the step has both photos. */
    async arrived() {
      await settle(() => kept.length === 2, MANY);
      expect(kept.map((answers) => Object.keys(answers)[0])).toEqual(['frontal', 'reverso']);
    },
    asksFor: (...names: string[]) => view.rerender(step(fieldsOf(...names))),
    isNow: (document: string) => view.rerender(step(both, document)),
    /** The phone that scanned the code sends the photos. */
    async send(scanned = address()) {
      server.message = await sealForRelay(scanned.split('/').at(-1) ?? '', ['frontal', 'reverso'].map(photoOf));
    },
    /** Answers are on their way from now on; the returned function lets them arrive, or so many of them. */
    delay() {
      const waiting: (() => void)[] = [];
      arrive = waiting;
      return async (count = waiting.length) => {
        arrive = null;
        for (const one of waiting.splice(0, count)) one();
        await settle();
      };
    },
  };
}

/** As many turns as a loaded machine may take for what surely comes. */
const MANY = 200_000;

/** Sealing and the code's drawing take turns of the machine: some, or as many as `isDone` needs. */
const settle = (isDone = () => false, most = 40) =>
  act(async () => {
    for (let turn = 0; turn < most && !isDone(); turn += 1) await new Promise((resolve) => setImmediate(resolve));
  });
const press = async (name: string | RegExp) => {
  await act(async () => void fireEvent.click(screen.getByRole('button', { name })));
  await settle();
};
const pass = async (milliseconds: number) => {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
  await settle();
};
const close = () => press('Cerrar');
const open = async () => {
  await press('Usar la cámara de tu teléfono');
  await settle(isShown, MANY);
  expect(isShown()).toBe(true);
};
/** Picks a photo of this device for a side. */
const pick = async (side: string) => {
  const input = document.querySelector(`[data-field="${side}"] input[data-source="file"]`) as HTMLInputElement;
  await act(async () => void fireEvent.change(input, { target: { files: [photo(`${side}.jpg`)] } }));
  const isTaken = () => screen.queryByRole('button', { name: `Ampliar: ${side}`, hidden: true }) !== null;
  await settle(isTaken, MANY);
  await settle();
  expect(isTaken()).toBe(true);
};
const address = () => document.querySelector<HTMLElement>('[data-address]')?.dataset.address ?? '';
const isShown = () => document.querySelector('[data-address]') !== null;
const told = 'Tus fotos llegaron de tu teléfono.';

test('[S20][V2.29] photos close the dialog when they arrive, and nothing more is asked', async () => {
  const { send, server, arrived } = await show();
  await send();
  await pass(2000);
  await arrived();
  expect(isShown()).toBe(false);
  expect(screen.getByText(told)).toBeTruthy();
  const asked = server.calls.length;
  await pass(10_000);
  expect(server.calls).toHaveLength(asked);
});

test('[S20] photos sent just before the dialog is closed still arrive, and it asks once more only', async () => {
  const { send, server, arrived } = await show();
  await send();
  await close();
  await arrived();
  expect(screen.getByText(told)).toBeTruthy();
  server.message = null;
  await open();
  server.calls.length = 0;
  await close();
  await pass(10_000);
  expect(server.calls).toEqual(['takeFromRelay']);
});

test('[S20] photos that are on their way when the dialog is closed still arrive, once', async () => {
  const { server, send, delay, sides, arrived } = await show();
  server.isOverOnceTaken = true;
  const arrive = delay();
  await send();
  await pass(2000);
  await close();
  expect(sides()).toEqual([]);
  await arrive();
  await arrived();
});

test('[S20][F25] photos that two openings of the dialog wait for come once, and replace nothing that was picked after them', async () => {
  const { send, delay, sides, arrived } = await show();
  const arrive = delay();
  await send();
  await close();
  await open();
  await arrive(1);
  await arrived();
  await pick('frontal');
  await arrive();
  await pass(10_000);
  await settle(() => sides().length > 2, 300);
  expect(sides()).toEqual(['frontal', 'reverso']);
});

test('[S20][F25] photos that are on their way do not replace one that was picked since the code was shown', async () => {
  const { send, delay, sides } = await show();
  const arrive = delay();
  await send();
  await close();
  await pick('frontal');
  await arrive();
  await settle(() => sides().length > 0, MANY);
  await settle();
  expect(sides()).toEqual(['reverso']);
});

test('[S20][F25] photos that are on their way when the step is left are kept', async () => {
  const { send, delay, arrived, unmount } = await show();
  const arrive = delay();
  await send();
  await close();
  unmount();
  await arrive();
  await arrived();
});

test('[S20] a code in force is shown again, and brings what was sent while the dialog was closed', async () => {
  const { send, server, arrived } = await show();
  const scanned = address();
  await close();
  await open();
  expect([address(), server.opened]).toEqual([scanned, 1]);
  await close();
  await send(scanned);
  await press('Usar la cámara de tu teléfono');
  await arrived();
});

test('[S20] another code is shown once the one before is over, was used or asks for other sides', async () => {
  const { server, asksFor } = await show();
  const codes = [address()];
  const again = async () => {
    await open();
    codes.push(address());
  };
  await close();
  await pass(10 * MINUTE_MS);
  await again();
  server.message = 'over';
  await close();
  server.message = null;
  await again();
  await close();
  asksFor('frontal');
  await again();
  expect(new Set(codes).size).toBe(4);
  expect(codes.at(-1)).toMatch(/fotos\/frontal\//);
});

test('[S20][V4.4] photos of a document that was changed meanwhile are not taken for the other', async () => {
  const { send, delay, sides, asksFor } = await show();
  const arrive = delay();
  await send();
  await close();
  asksFor('frontal');
  await arrive();
  await settle(() => sides().length > 0, 300);
  expect(sides()).toEqual([]);
});

test('[S20][V4.4] nor of another document with the same sides, which gets a code of its own', async () => {
  const { send, server, delay, sides, isNow, arrived } = await show();
  const scanned = address();
  const arrive = delay();
  await send();
  await close();
  isNow('DIMEX');
  await arrive();
  await settle(() => sides().length > 0, 300);
  expect(sides()).toEqual([]);
  server.message = null;
  await open();
  expect(address()).not.toBe(scanned);
  await send();
  await pass(2000);
  await arrived();
});

test('[S20] that no code comes is told, though what draws it is still on its way', async () => {
  const { server } = await show();
  await close();
  await pass(10 * MINUTE_MS);
  server.isAway = true;
  vi.doMock('uqr', () => new Promise(() => {}));
  await press('Usar la cámara de tu teléfono');
  await settle(() => screen.queryByRole('button', { name: 'Crear otro código' }) !== null, 2000);
  expect(screen.getByRole('button', { name: 'Crear otro código' })).toBeTruthy();
  vi.doUnmock('uqr');
});
