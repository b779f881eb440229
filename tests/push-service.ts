import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  type ECDH,
  hkdfSync,
  type JsonWebKey,
  randomBytes,
  verify,
} from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';

/** The keys that a browser makes for a subscription (Push API). The private ones never leave the device. */
export interface DeviceKeys {
  ecdh: ECDH;
  auth: Buffer;
  /** The public part, which the server gets. */
  keys: { p256dh: string; auth: string };
}

export function deviceKeys(): DeviceKeys {
  const ecdh = createECDH('prime256v1');
  const [point, auth] = [ecdh.generateKeys(), randomBytes(16)];
  return { ecdh, auth, keys: { p256dh: point.toString('base64url'), auth: auth.toString('base64url') } };
}

export interface Arrived {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/**
 * A push service for tests (RFC 8030). It stores what a server posts, still encrypted. `answers` holds the answers to the
 * next posts; further ones get 201.
 */
export async function openPushService() {
  const arrived: Arrived[] = [];
  const answers: (number | { status: number; retryAfter?: number; location?: string } | 'silence')[] = [];
  /** Paths that get no answer, as long as the connection is open. */
  const mute = new Set<string>();
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      arrived.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(pieces) });
      if (mute.has(request.url ?? '')) return;
      const answer = answers.shift() ?? 201;
      if (answer === 'silence') return request.socket.destroy();
      const { status, retryAfter, location } = typeof answer === 'number' ? { status: answer } : answer;
      response.writeHead(status, {
        ...(retryAfter !== undefined && { 'Retry-After': retryAfter }),
        ...(location !== undefined && { Location: location }),
      });
      return response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    arrived,
    answers,
    mute,
    /** Cuts off whoever waits for an answer. */
    cut: () => server.closeAllConnections(),
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export type PushService = Awaited<ReturnType<typeof openPushService>>;

/**
 * Decrypts a message with the device's private keys, by RFC 8291 (section 3.4) and RFC 8188 (section 2). It is written out
 * here, so that tests do not rely on the library that encrypts.
 */
export function opened(body: Buffer, { ecdh, auth }: DeviceKeys): string {
  const salt = body.subarray(0, 16);
  const idLength = body.readUInt8(20);
  const theirs = body.subarray(21, 21 + idLength);
  const sealed = body.subarray(21 + idLength);
  const derive = (secret: Buffer, from: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, from, info, length));
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), theirs]);
  const secret = derive(ecdh.computeSecret(theirs), auth, keyInfo, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
  // The last record ends with a 2, followed by zeros.
  const end = plain.lastIndexOf(2);
  return plain.subarray(0, end).toString('utf8');
}

/** The claims of a VAPID token (RFC 8292). @throws when the key that it names has not signed it */
export function vapidClaims(authorization: string): { claims: { aud: string; exp: number; sub: string }; key: string } {
  const parts = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization);
  const [head = '', claims = '', signature = ''] = (parts?.[1] ?? '').split('.');
  const key = parts?.[2] ?? '';
  const point = Buffer.from(key, 'base64url');
  const jwk: JsonWebKey = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!signed) throw new Error('The key it names has not signed it');
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')), key };
}
