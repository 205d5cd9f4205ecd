import type { IncomingMessage } from 'node:http';
import { request as httpRequest } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/errors.ts';
import type { ScanUpload } from '../../media/public.ts';
import type { SimulatedAccount, SimulatorProcess } from '../simulator.ts';

type Stored = { id: string; mime_type: string; size_bytes: number };

const mostBytes = 100 * 1_048_576;

/**
 * Streams a file to the simulator, never buffered whole.
 * @param scanUpload asks the malware scanner, if there is one
 * @throws AppError payload_too_large, simulator_unavailable, media_refused
 */
export async function storeMedia(
  simulator: SimulatorProcess,
  account: SimulatedAccount,
  request: FastifyRequest,
  scanUpload: ScanUpload,
): Promise<Stored> {
  const body = await scanUpload((request.body as Readable | undefined) ?? Readable.from([]), mostBytes);
  const type = request.headers['content-type'] ?? 'application/octet-stream';
  const answer = await call(simulator, account, 'POST', '/media', { 'content-type': type }, body);
  const text = await readText(answer);
  if (answer.statusCode === 413) {
    throw new AppError('payload_too_large', { data: [{ field: 'file', msg: 'A customer can send at most 100 MB.' }] });
  }
  if (answer.statusCode !== 201) throw unavailable();
  const { id, mime_type, size_bytes } = JSON.parse(text) as Stored;
  return { id, mime_type, size_bytes };
}

/** The bytes of a file, as a stream. @throws AppError not_found, simulator_unavailable */
export async function forwardMedia(
  simulator: SimulatorProcess,
  account: SimulatedAccount,
  mediaId: string,
): Promise<Readable> {
  const answer = await call(simulator, account, 'GET', `/media/${encodeURIComponent(mediaId)}`, {}, null);
  if (answer.statusCode === 200) return answer;
  answer.resume();
  if (answer.statusCode === 404) throw new AppError('not_found', { message: 'This file was not found.' });
  throw unavailable();
}

async function call(
  simulator: SimulatorProcess,
  account: SimulatedAccount,
  method: string,
  path: string,
  headers: Record<string, string>,
  body: Readable | null,
): Promise<IncomingMessage> {
  const base = await simulator.baseUrl(account);
  return new Promise((resolve, reject) => {
    const own = { ...headers, authorization: `Bearer ${account.accessToken}` };
    const request = httpRequest(`${base}/control${path}`, { method, headers: own }, resolve);
    request.on('error', (cause) => reject(unavailable(cause)));
    if (body === null) request.end();
    else {
      // A member who disconnects in the middle ends the call; no part of the file is stored then.
      body.on('error', () => request.destroy());
      body.pipe(request);
    }
  });
}

async function readText(answer: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of answer) text += String(chunk);
  return text;
}

function unavailable(cause?: unknown): AppError {
  return new AppError('simulator_unavailable', { message: 'The simulator is not answering. Please try again.', cause });
}
