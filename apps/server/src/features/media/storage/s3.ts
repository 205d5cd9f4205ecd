import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { request as secureRequest } from 'node:https';
import { pipeline } from 'node:stream/promises';
import { AwsClient } from 'aws4fetch';
import { type ByteRange, type MediaStorage, MissingObject, type ObjectName } from './storage.ts';

export type S3Options = {
  /** `https://host` of the service; buckets are addressed by path. */
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** A request without data for this long fails. */
const silentMs = 30_000;
const sha256OfNothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

/** The service answered with an error. */
export class StorageError extends Error {}

/** Objects in a bucket of an S3-compatible service, signed with version 4. Bytes are streamed. */
export function createS3Storage(options: S3Options): MediaStorage {
  const { endpoint, bucket, region, accessKeyId, secretAccessKey } = options;
  const signer = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 0 });
  const urlOf = ({ clientId, fileId, variant }: ObjectName) =>
    new URL(`${endpoint}/${bucket}/${clientId}/${fileId}${variant === 'file' ? '' : '.webp'}`);

  async function call(method: 'GET' | 'PUT' | 'DELETE', url: URL, headers: Record<string, string>, path?: string) {
    const signed = await signer.sign(url.href, {
      method,
      headers: { 'x-amz-content-sha256': sha256OfNothing, ...headers },
    });
    return exchange(method, url, { ...headers, ...Object.fromEntries(signed.headers) }, path);
  }

  return {
    async put(name, path, { sizeBytes, sha256, mimeType }) {
      const headers = {
        'content-length': String(sizeBytes),
        'content-type': mimeType,
        // The service compares the hash with the received bytes.
        'x-amz-content-sha256': sha256.toString('hex'),
      };
      const answer = await call('PUT', urlOf(name), headers, path);
      if (answer.statusCode !== 200) throw await refused('keep', answer);
      await drain(answer);
      await rm(path, { force: true });
    },
    async read(name, range) {
      const answer = await call('GET', urlOf(name), range === undefined ? {} : { range: headerOf(range) });
      if (answer.statusCode === 404) {
        await drain(answer);
        throw new MissingObject(name.fileId);
      }
      if (answer.statusCode !== (range === undefined ? 200 : 206)) throw await refused('give', answer);
      return answer;
    },
    async remove(name) {
      const answer = await call('DELETE', urlOf(name), {});
      if (answer.statusCode !== 204 && answer.statusCode !== 200 && answer.statusCode !== 404) {
        throw await refused('remove', answer);
      }
      await drain(answer);
    },
  };
}

const headerOf = ({ start, end }: ByteRange) => `bytes=${start}-${end}`;

/** @param path the file to send as body */
function exchange(method: string, url: URL, headers: Record<string, string>, path?: string): Promise<IncomingMessage> {
  const send = url.protocol === 'https:' ? secureRequest : plainRequest;
  return new Promise((resolve, reject) => {
    const request = send(url, { method, headers, timeout: silentMs }, resolve);
    request.on('timeout', () => request.destroy(new StorageError('the storage did not answer in time')));
    request.on('error', reject);
    if (path === undefined) request.end();
    else pipeline(createReadStream(path), request).catch(reject);
  });
}

async function drain(answer: IncomingMessage): Promise<void> {
  answer.resume();
  await new Promise((resolve) => answer.once('close', resolve));
}

async function refused(what: string, answer: IncomingMessage): Promise<StorageError> {
  let text = '';
  for await (const piece of answer as AsyncIterable<Buffer>) if (text.length < 2_000) text += piece.toString('utf8');
  const code = /<Code>([^<]{1,80})<\/Code>/.exec(text)?.[1] ?? 'no reason given';
  return new StorageError(`the storage would not ${what} it: ${answer.statusCode} ${code}`);
}
