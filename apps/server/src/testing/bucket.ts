import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

/** An S3-compatible service with its buckets, until `close`. */
export type TestBuckets = {
  /** The settings S3_… but for the buckets. */
  env: Record<string, string>;
  /** What is in the buckets, one folder each. */
  directory: string;
  close(): Promise<void>;
};

export async function testBuckets(...names: string[]): Promise<TestBuckets> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-buckets-'));
  const configureBuckets = names.map((name) => ({ name }));
  const service = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets });
  const { port } = await service.run();
  return {
    // The access key of its only user.
    env: { S3_ENDPOINT: `http://127.0.0.1:${port}`, S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' },
    directory,
    async close() {
      await service.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
