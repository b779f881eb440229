import '#tests/page.ts';

import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { createDatabase } from '#database/open.ts';
import { emptyForm, type RefundForm, refundShape } from '#features/refunds/refund-draft.ts';
import { noteLate } from '#forms/late-files.ts';
import { createDrafts } from '#outbox/create-drafts.ts';
import type { Outbox } from '#outbox/create-outbox.ts';
import { OutboxContext } from '#outbox/hooks.ts';
import { useFormDraft } from '#requests/use-form-draft.ts';
import { sessionKeys } from '#session/door.ts';
import { timeless } from '#tests/machine.ts';
import { pdf } from '#tests/outbox/props.ts';
import { createSecrets } from '#vault/keys.ts';

afterEach(cleanup);

let named = 0;

/** A refund's form on a signed-in device. */
async function opened() {
  named += 1;
  const db = createDatabase(`kept-files-${named}`, { machine: timeless });
  const { readKey, nameKey, secrets } = await sessionKeys('me', createSecrets());
  await db.vault.put({ id: 'reading', owner: 'me', readKey, nameKey, secrets });
  const page = () => createDrafts({ db, clock: Date.now });
  const drafts = page();
  const { result } = renderHook(() => useFormDraft('refund/1', refundShape, emptyForm), {
    wrapper: ({ children }) => <OutboxContext value={{ outbox: {} as Outbox, drafts }}>{children}</OutboxContext>,
  });
  await waitFor(() => expect(result.current.form).toBeDefined());
  return { hand: result, drafts, stored: () => page().load('refund/1') };
}

const file = (name: string) => ({ ...pdf(name), size: pdf(name).bytes.byteLength });
const factura = file('factura');
const formWith = (reporte: string): RefundForm => ({
  ...emptyForm,
  type: 'accidente',
  files: { documentoFactura: factura, reportePolicial: file(reporte) },
});

test('[F56] a file that is changed while several are being written is the one in the draft', async () => {
  const { hand, drafts, stored } = await opened();
  act(() => {
    hand.current.change(formWith('reporte viejo'));
    hand.current.change(formWith('reporte nuevo'));
  });
  await drafts.flush();
  await new Promise((resolve) => setTimeout(resolve));
  await drafts.flush();
  expect((await stored())?.files.reportePolicial).toEqual(pdf('reporte nuevo'));
});

test('[F56] files that were still to be written do not come back after the form was started again', async () => {
  const { hand, drafts, stored } = await opened();
  act(() => hand.current.change(formWith('reporte')));
  await act(() => hand.current.discard());
  await new Promise((resolve) => setTimeout(resolve));
  await drafts.flush();
  expect(await stored()).toBeNull();
});

test('[F25] of two photos whose step was left the one taken last stays, and none takes the place of another file', async () => {
  const { hand, drafts, stored } = await opened();
  const late = (name: string, before: ReturnType<typeof file> | null = null) => {
    const documentoFactura = file(name);
    noteLate(documentoFactura);
    act(() => hand.current.ofStep.onFileAfterLeave({ documentoFactura }, before));
  };
  const shown = () => hand.current.form?.files.documentoFactura?.name;
  late('primera foto');
  late('segunda foto');
  expect([shown(), hand.current.ofStep.arrived?.documentoFactura]).toMatchObject([
    pdf('segunda foto').name,
    pdf('segunda foto'),
  ]);
  act(() => hand.current.answer({ documentoFactura: factura }));
  late('tercera foto');
  expect(shown()).toBe(factura.name);
  await drafts.flush();
  await new Promise((resolve) => setTimeout(resolve));
  await drafts.flush();
  expect((await stored())?.files.documentoFactura).toEqual(pdf('factura'));
});
