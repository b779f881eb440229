import '#tests/page.ts';

import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { openingReminder } from '#requests/delivery-words.ts';
import { LeavingNote } from '#requests/leaving-note.tsx';

interface Seen {
  sync?: boolean;
  permission?: PermissionState;
  files?: boolean;
  persisted?: boolean;
  chromium?: boolean;
}

function browser({
  sync = false,
  permission = 'granted',
  files = true,
  persisted = false,
  chromium = false,
}: Seen): void {
  vi.stubGlobal('navigator', {
    ...(chromium && { userAgentData: {} }),
    serviceWorker: { getRegistration: async () => ({ active: {}, ...(sync && { sync: {} }) }) },
    permissions: { query: async () => ({ state: permission }) },
    storage: {
      getDirectory: () => (files ? Promise.resolve({}) : Promise.reject(new DOMException('no', 'SecurityError'))),
      persisted: async () => persisted,
    },
  });
}

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const OPEN = 'Abre Amparo con conexión para que salga.';

test.each<[string, Seen]>([
  ['no background sync', {}],
  ['background sync that the customer has forbidden', { sync: true, permission: 'denied' }],
])('[D64][F23] with %s the note says to open the app, and offers a reminder', async (_, seen) => {
  browser(seen);
  render(<LeavingNote />);
  await waitFor(() => expect(document.body.textContent).toContain(OPEN));
  expect(document.body.textContent).toContain('En una ventana privada, lo que espera se borra al cerrarla.');
  expect(screen.getByRole('button', { name: 'Recordármelo mañana en mi calendario' })).toBeTruthy();
});

test('[D64][F23] the note is empty where the worker sends in the background', async () => {
  browser({ sync: true });
  render(<LeavingNote />);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(document.body.textContent).toBe('');
});

test('[D64] the note says in a private window that the queue is lost with it, and offers no reminder', async () => {
  browser({ files: false });
  render(<LeavingNote />);
  await waitFor(() => expect(document.body.textContent).toContain('Estás en una ventana privada'));
  expect(screen.queryByRole('button')).toBeNull();
});

test.each<[string, Seen]>([
  ['Chromium', { chromium: true }],
  ['a browser that keeps what is stored', { persisted: true }],
])('[D64] a refusal of %s shows no private window', async (_, seen) => {
  browser({ files: false, ...seen });
  render(<LeavingNote />);
  await waitFor(() => expect(document.body.textContent).toContain('En una ventana privada, lo que espera'));
  expect(screen.getByRole('button', { name: 'Recordármelo mañana en mi calendario' })).toBeTruthy();
});

test('[D64] with persistent storage the note does not say that the queue may be lost', async () => {
  browser({ persisted: true });
  render(<LeavingNote />);
  await waitFor(() => expect(document.body.textContent).toContain(OPEN));
  expect(document.body.textContent).not.toContain('ventana privada');
});

test('[D64] the reminder is for nine o’clock tomorrow, and names nothing of the queue', () => {
  const file = openingReminder(new Date(2026, 2, 31, 12));
  expect(file).toContain('DTSTART;VALUE=DATE:20260401');
  expect(file).toContain('TRIGGER:PT9H');
  expect(file).toContain('SUMMARY:Abrir Amparo con conexión');
});
