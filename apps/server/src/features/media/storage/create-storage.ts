import type { Config } from '../../../platform/config.ts';
import { createLocalStorage } from './local.ts';
import { createS3Storage } from './s3.ts';
import type { MediaStorage } from './storage.ts';

/** S3-compatible storage when one is configured, else a folder under DATA_DIR. */
export function createStorage(config: Config): MediaStorage {
  return createBucketStorage(config) ?? createLocalStorage(config.dataDir);
}

/** @returns null when media are in DATA_DIR */
export function createBucketStorage(config: Config): MediaStorage | null {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket } = config;
  if (endpoint === undefined || bucket === undefined) return null;
  return createS3Storage({
    endpoint,
    bucket,
    region: config.S3_REGION ?? 'us-east-1',
    accessKeyId: config.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: config.S3_SECRET_ACCESS_KEY ?? '',
  });
}
