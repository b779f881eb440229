import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

/** The fixed text of RFC 6455, section 1.3, from which the answer to a handshake is computed. */
const HANDSHAKE = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const [TEXT, CLOSE, PING] = [1, 8, 9];

interface Message {
  messageType?: string;
  uaid?: string;
  channelID?: string;
}

/**
 * A push service for Firefox: a WebSocket over which the browser asks for addresses and receives what was posted to
 * them.
 * It speaks as much of Mozilla's protocol as one browser needs: hello, register, unregister, notification, ping.
 *
 * @see https://mozilla-push-service.readthedocs.io/en/latest/design/#simplepush-protocol
 */
export async function openAutopush() {
  const channels = new Set<string>();
  /** The bodies posted, as received. */
  const posted: Buffer[] = [];
  let socket: Duplex | null = null;
  let url = '';

  const say = (message: object) => socket?.write(frame(JSON.stringify(message)));
  const answers: Record<string, (message: Message) => object> = {
    hello: ({ uaid }) => ({ uaid: uaid || randomUUID().replaceAll('-', ''), use_webpush: true, broadcasts: {} }),
    register: ({ channelID = '' }) => {
      channels.add(channelID);
      return { channelID, pushEndpoint: `${url}/${channelID}` };
    },
    unregister: ({ channelID = '' }) => {
      channels.delete(channelID);
      return { channelID };
    },
  };
  const hear = (text: string) => {
    const message = JSON.parse(text) as Message;
    const { messageType = 'ping' } = message;
    const answer = answers[messageType]?.(message);
    if (answer) say({ messageType, status: 200, ...answer });
    // Firefox sends an empty object to check the connection.
    if (messageType === 'ping') say({});
  };

  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const channelID = request.url?.slice(1) ?? '';
      const body = Buffer.concat(pieces);
      posted.push(body);
      // An address that was unregistered is gone (RFC 8030, section 7.3).
      const registered = channels.has(channelID);
      const encoding = request.headers['content-encoding'];
      const data = body.toString('base64url');
      if (registered)
        say({ messageType: 'notification', channelID, version: randomUUID(), data, headers: { encoding } });
      response.writeHead(registered ? 201 : 410).end();
    });
  });
  server.on('upgrade', (request, opened: Duplex) => {
    const accept = createHash('sha1').update(`${request.headers['sec-websocket-key']}${HANDSHAKE}`).digest('base64');
    const protocol = request.headers['sec-websocket-protocol'];
    const head = [
      'HTTP/1.1 101 Switching Protocols',
      'Upgrade: websocket',
      'Connection: Upgrade',
      `Sec-WebSocket-Accept: ${accept}`,
      ...(protocol ? [`Sec-WebSocket-Protocol: ${protocol}`] : []),
    ];
    opened.write(`${head.join('\r\n')}\r\n\r\n`);
    socket = opened;
    listen(opened, hear);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  url = `http://127.0.0.1:${port}`;
  return {
    /** The address to which the server posts. */
    url,
    /** Firefox's setting `dom.push.serverURL`. */
    socket: `ws://127.0.0.1:${port}/`,
    channels,
    posted,
    close: () =>
      new Promise<void>((resolve) => {
        socket?.destroy();
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

/** One unmasked text frame (RFC 6455, section 5.2) of at most 65,535 bytes. */
function frame(text: string): Buffer {
  const body = Buffer.from(text);
  const long = body.length > 125;
  const head = Buffer.alloc(long ? 4 : 2);
  head[0] = 0x80 | TEXT;
  head[1] = long ? 126 : body.length;
  if (long) head.writeUInt16BE(body.length, 2);
  return Buffer.concat([head, body]);
}

/** Passes on each text frame of a browser, which is masked, and answers pings. */
function listen(socket: Duplex, hear: (text: string) => void): void {
  let rest = Buffer.alloc(0);
  // A closed browser breaks the connection.
  socket.on('error', () => undefined);
  socket.on('data', (piece: Buffer) => {
    rest = Buffer.concat([rest, piece]);
    for (let next = takeFrame(rest); next; next = takeFrame(rest)) {
      rest = Buffer.from(next.rest);
      if (next.kind === TEXT) hear(next.body.toString('utf8'));
      if (next.kind === PING) socket.write(Buffer.concat([Buffer.from([0x8a, next.body.length]), next.body]));
      if (next.kind === CLOSE) socket.end();
    }
  });
}

/** The first complete frame and the bytes after it, or null until it is complete. */
function takeFrame(bytes: Buffer): { kind: number; body: Buffer; rest: Buffer } | null {
  if (bytes.length < 4) return null;
  const short = bytes.readUInt8(1) & 127;
  const offset = short === 126 ? 4 : 2;
  const length = short === 126 ? bytes.readUInt16BE(2) : short;
  const end = offset + 4 + length;
  if (bytes.length < end) return null;
  const mask = bytes.subarray(offset, offset + 4);
  const body = Buffer.from(bytes.subarray(offset + 4, end).map((byte, index) => byte ^ (mask[index % 4] ?? 0)));
  return { kind: bytes.readUInt8(0) & 15, body, rest: bytes.subarray(end) };
}
