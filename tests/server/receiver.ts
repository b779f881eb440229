import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** How the receiver answers one request. 'silent' breaks off before the event takes effect. */
type Reply = number | 'silent' | { status: number; headers: Record<string, string> };

export interface Told {
  id: string;
  type: string;
  /** When it happened, ISO 8601. */
  timestamp: string;
  data: { cliente: { id: string } } & Record<string, unknown>;
}

export interface Receiver {
  url: string;
  /** Every request whose signature the reference library accepted, whatever the answer was. */
  tries: { id: string; body: string; timestamp: number; signatures: number }[];
  /** Events that took effect: answered with success for the first time under their id. */
  effects: Told[];
  /** Requests whose signature was wrong. */
  forged: number;
  /** Decides each answer; by default 200. */
  reply: (told: Told) => Reply | Promise<Reply>;
  close(): Promise<void>;
}

/**
 * The insurer's side, with the reference library of Standard Webhooks: it checks each signature, remembers ids, and takes
 * each event once.
 */
export async function startReceiver(
  secret: string,
  port = 0,
  earlier?: Partial<Pick<Receiver, 'effects' | 'tries'>>,
): Promise<Receiver> {
  const webhook = new Webhook(secret);
  const server = createServer(async (request, answer) => {
    const body = await read(request);
    const headers = request.headers as Record<string, string>;
    try {
      webhook.verify(body, headers);
      // What does not come from the portal's side, such as a report that somebody sends back to its sender.
      if (!headers['webhook-id']?.startsWith('evt_')) throw new Error('not from the portal');
    } catch {
      receiver.forged += 1;
      answer.writeHead(401).end();
      return;
    }
    const id = headers['webhook-id'] ?? '';
    const { type, timestamp, data } = JSON.parse(body) as Omit<Told, 'id'>;
    const signatures = (headers['webhook-signature'] ?? '').split(' ').length;
    receiver.tries.push({ id, body, timestamp: Number(headers['webhook-timestamp']), signatures });
    const reply = await receiver.reply({ id, type, timestamp, data });
    if (reply === 'silent') return request.socket.destroy();
    const { status, headers: more = {} } = typeof reply === 'object' ? reply : { status: reply };
    const isNew = !receiver.effects.some((one) => one.id === id);
    if (status < 300 && isNew) receiver.effects.push({ id, type, timestamp, data });
    answer.writeHead(status, more).end();
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/amparo`,
    tries: earlier?.tries ?? [],
    effects: earlier?.effects ?? [],
    forged: 0,
    reply: () => 200,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
  return receiver;
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
