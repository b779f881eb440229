import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createApi } from '#api/create-api.ts';

/** The part of XMLHttpRequest that an upload uses, since Node has none. It answers when a test says so. */
class Upload {
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onprogress?: (event: { loaded: number }) => void;
  onload?: () => void;
  onerror?: () => void;
  onabort?: () => void;
  status = 0;
  responseText = '';
  responseURL = '';
  withCredentials = true;
  sent: { method: string; url: string; headers: Headers; body: unknown } | null = null;
  aborted = false;
  private answerHeaders = new Headers();
  private opened = { method: '', url: '', headers: new Headers() };

  open(method: string, url: string) {
    this.opened = { method, url, headers: new Headers() };
  }
  setRequestHeader(name: string, value: string) {
    this.opened.headers.set(name, value);
  }
  getResponseHeader(name: string) {
    return this.answerHeaders.get(name);
  }
  send(body: unknown) {
    this.sent = { ...this.opened, body };
  }
  abort() {
    this.aborted = true;
    this.onabort?.();
  }
  answer(status: number, body: string, headers: Record<string, string>, url = this.opened.url) {
    Object.assign(this, { status, responseText: body, responseURL: url, answerHeaders: new Headers(headers) });
    this.onload?.();
  }
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
const receipt = {
  clave: crypto.randomUUID(),
  tipo: 'refund.addDocument',
  numero: 'R-1',
  fecha: '2026-11-21T10:00:00.000Z',
};
const accepted = JSON.stringify({ recibo: receipt, idDocumento: 5, documento: { idDocumento: 5 } });

let upload: Upload;
let progress: [number, number][];
let signal: AbortController;
let fetched: number;
beforeEach(() => {
  vi.useFakeTimers();
  upload = new Upload();
  progress = [];
  signal = new AbortController();
  fetched = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

function send(options = {}) {
  const api = createApi({
    fetch: () => {
      fetched += 1;
      return Promise.reject(new TypeError('not this way'));
    },
    xhr: () => upload as unknown as XMLHttpRequest,
    apiBase: 'https://amparo.test/api',
    hostBase: '/host',
  });
  const files = { documento: { bytes: new ArrayBuffer(10), name: 'a.pdf', type: 'application/pdf' } };
  return api.call(
    'addRefundDocument',
    { idReembolso: '1', idUsuario: '2' },
    {
      bearer: 'T',
      files,
      signal: signal.signal,
      onProgress: (sent, total) => progress.push([sent, total]),
      ...options,
    },
  );
}

describe('[F28] an upload that shows its progress', () => {
  test('reports the progress and is answered like any other call', async () => {
    const answer = send();
    upload.upload.onprogress?.({ loaded: 4, total: 10 });
    upload.upload.onprogress?.({ loaded: 10, total: 10 });
    upload.answer(200, accepted, JSON_TYPE);
    expect(await answer).toMatchObject({ ok: true, value: { idDocumento: '5', recibo: receipt } });
    expect(progress).toEqual([
      [4, 10],
      [10, 10],
    ]);
    expect(upload.sent).toMatchObject({ method: 'POST', url: 'https://amparo.test/api/reembolsos/uploadNewDocument' });
    expect(upload.sent?.headers.get('Authorization')).toBe('Bearer T');
    expect(upload.withCredentials).toBe(false);
    expect(fetched).toBe(0);
  });

  test('that is refused brings the text of the server', async () => {
    const answer = send();
    upload.answer(413, JSON.stringify({ message: 'Demasiado grande' }), JSON_TYPE);
    expect(await answer).toMatchObject({ problem: { code: 'too-large', text: 'Demasiado grande' } });
  });

  test('[F8] that ended at another address counts as nonsense', async () => {
    const answer = send();
    upload.answer(200, accepted, JSON_TYPE, 'https://portal.test/');
    expect(await answer).toMatchObject({ problem: { code: 'nonsense' } });
  });

  test('[F8] that is answered with HTML counts as nonsense', async () => {
    const answer = send();
    upload.answer(200, '<html>', { 'Content-Type': 'text/html' });
    expect(await answer).toMatchObject({ problem: { code: 'nonsense' } });
  });

  test('that breaks off counts as offline', async () => {
    const answer = send();
    upload.onerror?.();
    expect(await answer).toEqual({ ok: false, problem: { code: 'offline' } });
  });

  test('may take long while it moves; after a minute without progress it times out', async () => {
    const answer = send();
    for (let minute = 0; minute < 20; minute++) {
      await vi.advanceTimersByTimeAsync(59_000);
      upload.upload.onprogress?.({ loaded: minute, total: 20 });
    }
    expect(upload.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await answer).toEqual({ ok: false, problem: { code: 'timeout' } });
    expect(upload.aborted).toBe(true);
  });

  test('that the caller aborted counts as a timeout', async () => {
    const answer = send();
    signal.abort();
    expect(await answer).toEqual({ ok: false, problem: { code: 'timeout' } });
    expect(upload.aborted).toBe(true);
  });
});
