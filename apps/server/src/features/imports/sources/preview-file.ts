import type { SourcePreview } from '@parley/contract/types';
import type { Platform } from '../../../platform/platform.ts';
import { getNameAndCountry } from '../../accounts/public.ts';
import { describeColumns } from '../read/describe-columns.ts';
import { FileProblem } from '../read/detect.ts';
import { detectDelimiter } from '../read/detect-delimiter.ts';
import { decodeSample, detectEncoding } from '../read/detect-encoding.ts';
import { readRows } from '../read/read-rows.ts';
import { sampleBytes } from '../read/stored-file.ts';
import { findFileProblem } from './look-at-file.ts';
import { type Problem, presentProblem } from './problem.ts';
import { requestFile } from './request-file.ts';

const silenceMs = 15_000;
/** Less than a browser waits for the answer. */
const wholeMs = 25_000;
const rowsShown = 20;
const rowsLookedAt = 200;

type Address = { url: string; header: { name: string; value: string } | null };

/** Reads the beginning of a file and ends the connection. Nothing is stored. */
export async function previewFile(platform: Platform, clientId: string, address: Address): Promise<SourcePreview> {
  const sample = await fetchSample(platform, address);
  if ('code' in sample) return { problem: presentProblem(sample), columns: [], rows: [] };
  const readOnly = { readOnly: true };
  const { country } = await platform.db.withTenant(clientId, (tx) => getNameAndCountry(tx, clientId), readOnly);
  const rows = await rowsOf(sample.bytes, country);
  if ('code' in rows) return { problem: presentProblem(rows), columns: [], rows: [] };
  const [header = [], ...rest] = rows;
  const width = rest.reduce((most, cells) => Math.max(most, cells.length), 0);
  const columns = await platform.db.withTenant(
    clientId,
    (tx) => describeColumns(tx, { header, width, firstRows: rest.slice(0, rowsLookedAt) }),
    readOnly,
  );
  const shown = rest.slice(0, rowsShown).map((cells) => cells.map((cell) => cell.slice(0, 200)));
  return { problem: null, columns, rows: shown };
}

async function fetchSample(platform: Platform, { url, header }: Address): Promise<{ bytes: Buffer } | Problem> {
  const signal = AbortSignal.timeout(wholeMs);
  try {
    const allowed = platform.config.ALLOWED_PRIVATE_HOSTS;
    const answer = await requestFile({ url, header, allowed, signal, silenceMs });
    if ('problem' in answer) return answer.problem;
    if (answer.response === null) throw new Error('a request without conditions was answered as unchanged');
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of answer.response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= sampleBytes) break;
    }
    const bytes = Buffer.concat(chunks).subarray(0, sampleBytes);
    const type = answer.response.headers['content-type'] ?? '';
    return findFileProblem(bytes, type, new URL(url).hostname) ?? { bytes };
  } catch (error) {
    if (signal.aborted) return { code: 'timeout', detail: null };
    return { code: 'unreachable', detail: (error as { code?: string }).code ?? 'the connection broke off' };
  }
}

async function rowsOf(sample: Buffer, country: string): Promise<string[][] | Problem> {
  const encoding = await detectEncoding(sample, country);
  const delimiter = detectDelimiter(decodeSample(sample, encoding));
  // The last line may be cut where the sample ends.
  const whole = sample.length < sampleBytes ? sample : sample.subarray(0, sample.lastIndexOf(0x0a) + 1);
  async function* bytes() {
    yield whole;
  }
  const rows: string[][] = [];
  try {
    for await (const batch of readRows(bytes(), { format: 'csv', encoding, delimiter })) {
      rows.push(...batch.filter((cells) => cells.some((cell) => cell.trim() !== '')));
      if (rows.length > rowsLookedAt) break;
    }
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    if (rows.length < 2) return { code: 'not_csv', detail: error.message };
  }
  return rows.length === 0 ? { code: 'empty', detail: null } : rows;
}
