import { createServer } from 'node:http';
import { PortInUse } from '../listen.ts';
import type { Metrics } from './metrics.ts';

/** Where the metrics are asked for: a port of their own, since the app's own is open to the world. */
export interface MetricsPlace {
  host: string;
  port: number;
}

/**
 * Answers GET /metrics there.
 *
 * @returns the port, and what ends it
 * @throws PortInUse
 */
export async function listenForMetrics(
  { host, port }: MetricsPlace,
  metrics: Metrics,
): Promise<{ port: number; close(): void }> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404).end();
    metrics.text().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      () => response.writeHead(503).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new PortInUse(port, 'AMPARO_METRICS') : error),
    );
    server.listen(port, host, resolve);
  });
  // It must keep nobody from stopping.
  server.unref();
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
