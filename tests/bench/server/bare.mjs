/** The smallest possible server on Hono, to compare the others with. */
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';

const app = new Hono()
  .get('/health', (c) => c.json({ estado: 'ok' }))
  .get('/ready', (c) => c.text(''))
  .post('/', async (c) => c.json({ bytes: (await c.req.arrayBuffer()).byteLength }));
createServer(getRequestListener(app.fetch)).listen(Number(process.env.PORT));
