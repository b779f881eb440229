import type { Timers } from '#ports/machine.ts';
import { type ApiRequest, type Exchange, MAX_ANSWER_BYTES, readJson } from './exchange.ts';

const SILENCE_MS = 60_000;

interface XhrOptions {
  signal?: AbortSignal;
  timeoutMs?: number;
  timers: Timers;
  onProgress: (sent: number, total: number) => void;
}

/**
 * Sends by XMLHttpRequest, the only way to see an upload's progress. There is no time limit while bytes move; only silence
 * ends the call. Never throws.
 */
export function byXhr(create: () => XMLHttpRequest, request: ApiRequest, options: XhrOptions): Promise<Exchange> {
  return new Promise((resolve) => {
    const xhr = create();
    const silence = options.timeoutMs ?? SILENCE_MS;
    let callOff = () => {};
    const settle = (exchange: Exchange) => {
      callOff();
      options.signal?.removeEventListener('abort', giveUp);
      resolve(exchange);
    };
    const giveUp = () => {
      // `abort` fires events of its own, so the promise settles before it.
      settle({ answered: false, code: 'timeout' });
      xhr.abort();
    };
    const moved = () => {
      callOff();
      if (silence > 0) callOff = options.timers.after(silence, giveUp);
    };

    xhr.upload.onprogress = (event) => {
      moved();
      options.onProgress(event.loaded, event.total);
    };
    xhr.onprogress = (event) => {
      moved();
      if (event.loaded <= MAX_ANSWER_BYTES) return;
      settle({ answered: false, code: 'nonsense' });
      xhr.abort();
    };
    xhr.onerror = () => settle({ answered: false, code: 'offline' });
    xhr.onabort = () => settle({ answered: false, code: 'offline' });
    xhr.onload = () => settle(answerOf(xhr, request));

    options.signal?.addEventListener('abort', giveUp);
    if (options.signal?.aborted) return giveUp();
    xhr.open(request.method, request.url);
    xhr.withCredentials = false;
    for (const [name, value] of Object.entries(request.headers)) xhr.setRequestHeader(name, value);
    moved();
    xhr.send(request.body);
  });
}

function answerOf(xhr: XMLHttpRequest, request: ApiRequest): Exchange {
  // XMLHttpRequest always follows redirects. The address it ended at shows whether that happened.
  if (xhr.responseURL && !sameAddress(xhr.responseURL, request.url)) return { answered: false, code: 'nonsense' };
  return {
    answered: true,
    status: xhr.status,
    header: (name) => xhr.getResponseHeader(name),
    json: readJson(xhr.getResponseHeader('content-type'), xhr.responseText),
  };
}

function sameAddress(ended: string, asked: string): boolean {
  return ended === new URL(asked, ended).href;
}
