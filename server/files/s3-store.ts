import { createHash } from 'node:crypto';
import { AwsClient } from 'aws4fetch';
import { readBytes } from '../core/read-answer.ts';
import { SEAL_BYTES } from './sealed-store.ts';
import { DamagedFile, type FileStore, StoreUnavailable } from './store.ts';
import { LARGEST_FILE_BYTES } from './uploads.ts';

/** A bucket of any store that speaks S3, and who may use it. */
export interface Bucket {
  /** Origin of the store; the bucket stands in the path, which every store understands. */
  endpoint: string;
  region: string;
  bucket: string;
  /** Before each name, '' or ending in '/'. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken?: string;
}

type Answer = Pick<Response, 'ok' | 'status' | 'headers'> & { body: Buffer<ArrayBuffer> };

/** How long one call may take, retries included; a customer waits for it. */
const TIMEOUT_MS = 10_000;

/** Files as objects of the bucket, under their id. */
export function s3Store({ endpoint, region, bucket, prefix, ...credentials }: Bucket): FileStore {
  const client = new AwsClient({ ...credentials, region, service: 's3', retries: 2 });
  const addressOf = (id: string) => `${endpoint}/${bucket}/${prefix}${id}`;

  /** The whole answer: one that breaks off is none, and a file that is longer than any of ours is not read on. */
  async function ask(id: string, init: RequestInit): Promise<Answer> {
    try {
      const answer = await client.fetch(addressOf(id), { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) });
      const isFile = init.method === 'GET' && answer.ok;
      const beyond = () => (isFile ? new DamagedFile('longer than any file') : new Error('an answer without an end'));
      const body = await readBytes(answer, LARGEST_FILE_BYTES + SEAL_BYTES, beyond);
      return { ok: answer.ok, status: answer.status, headers: answer.headers, body };
    } catch (cause) {
      if (cause instanceof DamagedFile) throw cause;
      throw new StoreUnavailable('the store does not answer', { cause });
    }
  }

  return {
    async put(id, bytes) {
      // Signed with its hash: what arrives otherwise is refused.
      const headers = { 'X-Amz-Content-Sha256': createHash('sha256').update(bytes).digest('hex') };
      const answer = await ask(id, { method: 'PUT', headers, body: new Uint8Array(bytes) });
      if (!answer.ok) throw refused(answer);
    },
    async read(id) {
      const answer = await ask(id, { method: 'GET' });
      // Without the bucket every file would look as if it had never been there.
      if (answer.status === 404 && !answer.body.includes('NoSuchBucket')) return null;
      if (!answer.ok) throw refused(answer);
      return answer.body;
    },
    async remove(id) {
      const answer = await ask(id, { method: 'DELETE' });
      if (!answer.ok && answer.status !== 404) throw refused(answer);
      // Under versions a mark is put above the object. Where they are suspended, its own is called 'null' and replaces the object.
      const { headers } = answer;
      const isHidden = headers.get('x-amz-delete-marker') === 'true' && headers.get('x-amz-version-id') !== 'null';
      return isHidden ? 'hidden' : undefined;
    },
  };
}

const refused = ({ status }: { status: number }) => new StoreUnavailable(`the store answered ${status}`);
