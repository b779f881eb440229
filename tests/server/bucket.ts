import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

/** The default credentials of the S3 test server. */
const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };

/** The bucket 'papeles' on a server of its own. `folder` is where its objects lie, as a thief would see them. */
export async function openBucket() {
  const folder = mkdtempSync(join(tmpdir(), 'amparo-s3-'));
  const s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: folder,
    vhostBuckets: false,
    configureBuckets: [{ name: 'papeles', configs: [] }],
  });
  const endpoint = `http://127.0.0.1:${(await s3.run()).port}`;
  return {
    folder,
    /** As a client of the bucket names it. */
    place: { endpoint, region: 'us-east-1', bucket: 'papeles', prefix: 'amparo/', ...credentials },
    /** The setting that leads to it. */
    address: `s3://papeles/amparo?${new URLSearchParams({ endpoint, region: 'us-east-1' })}`,
    access: { AWS_ACCESS_KEY_ID: credentials.accessKeyId, AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey },
    async close(): Promise<void> {
      await s3.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
