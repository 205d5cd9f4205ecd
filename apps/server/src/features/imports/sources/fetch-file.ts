import { createHash } from 'node:crypto';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SilentTooLong } from '../../../platform/outbound/get.ts';
import { mostBytes } from '../imports.ts';
import { sampleBytes } from '../read/stored-file.ts';
import { findFileProblem } from './look-at-file.ts';
import type { Problem } from './problem.ts';
import { type FileRequest, requestFile } from './request-file.ts';
import type { FetchedFile } from './run-repo.ts';

export type FetchLimits = { silenceMs: number; wholeMs: number; bytes: number };
export const fetchLimits: FetchLimits = { silenceMs: 30_000, wholeMs: 600_000, bytes: mostBytes };

export type FetchRequest = Omit<FileRequest, 'silenceMs'> & { limits?: FetchLimits };

/** `handle` is a file without a name: it is gone when it is closed, or its process ends. */
export type Fetched =
  | { kind: 'file'; handle: FileHandle; file: FetchedFile }
  | { kind: 'unchanged' }
  | { kind: 'problem'; problem: Problem };

/** Streams the file of an address to disk. Rejects only when the caller's signal ends it. */
export async function fetchFile({ limits = fetchLimits, ...request }: FetchRequest): Promise<Fetched> {
  const deadline = AbortSignal.timeout(limits.wholeMs);
  const signal = AbortSignal.any([request.signal, deadline]);
  let handle: FileHandle | null = null;
  try {
    const answer = await requestFile({ ...request, signal, silenceMs: limits.silenceMs });
    if ('problem' in answer) return { kind: 'problem', problem: answer.problem };
    if (answer.response === null) return { kind: 'unchanged' };
    handle = await openNameless();
    const written = await write(answer.response, handle, limits.bytes);
    const sample = await readSample(handle);
    const problem =
      written === null
        ? { code: 'too_large' as const, detail: null }
        : findFileProblem(sample, answer.response.headers['content-type'] ?? '', new URL(request.url).hostname);
    if (written === null || problem !== null) return await closed(handle, problem ?? { code: 'empty', detail: null });
    return { kind: 'file', handle, file: written };
  } catch (error) {
    await handle?.close();
    request.signal.throwIfAborted();
    if (deadline.aborted || error instanceof SilentTooLong)
      return { kind: 'problem', problem: { code: 'timeout', detail: null } };
    const detail = (error as { code?: string }).code ?? 'the connection broke off';
    return { kind: 'problem', problem: { code: 'unreachable', detail } };
  }
}

async function closed(handle: FileHandle, problem: Problem): Promise<Fetched> {
  await handle.close();
  return { kind: 'problem', problem };
}

async function openNameless(): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-source-'));
  const handle = await open(join(folder, 'file'), 'w+', 0o600);
  await rm(folder, { recursive: true, force: true });
  return handle;
}

/** @returns null when it is larger than it may be */
async function write(response: IncomingMessage, handle: FileHandle, mostBytes: number): Promise<FetchedFile | null> {
  if (Number(response.headers['content-length'] ?? 0) > mostBytes) {
    response.destroy();
    return null;
  }
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // Leaving the loop ends the connection.
    if (bytes > mostBytes) return null;
    hash.update(chunk);
    await handle.writeFile(chunk);
  }
  const { etag = null, 'last-modified': lastModified = null } = response.headers;
  return { bytes, hash: hash.digest(), etag: cut(etag), lastModified: cut(lastModified) };
}

/** What is too long to be sent back is not kept. */
function cut(text: string | null): string | null {
  return text !== null && text.length <= 1_000 ? text : null;
}

async function readSample(handle: FileHandle): Promise<Buffer> {
  const buffer = Buffer.alloc(sampleBytes);
  const { bytesRead } = await handle.read(buffer, 0, sampleBytes, 0);
  return buffer.subarray(0, bytesRead);
}
