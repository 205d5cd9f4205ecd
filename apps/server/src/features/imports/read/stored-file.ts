import type { TenantTx } from '../../../platform/db/sql.ts';
import type { Job } from '../../../platform/jobs/runner.ts';
import { getNameAndCountry } from '../../accounts/public.ts';
import { type Delimiter, detectFormat } from './detect.ts';
import { detectDelimiter } from './detect-delimiter.ts';
import { decodeSample, detectEncoding, type Encoding } from './detect-encoding.ts';
import type { ReadSettings } from './read-rows.ts';

export const sampleBytes = 262_144;
/** They arrive hex-encoded, twice as long. */
const bytesAtOnce = 1_048_576;

/** At most `most` bytes of an uploaded file; none after its end. */
export type ReadPart = (tx: TenantTx, from: number, most: number) => Promise<Buffer>;

/** The bytes of an uploaded file, in order. @param onRead called with the number of bytes read so far */
export async function* storedBytes(
  job: Job,
  readPart: ReadPart,
  onRead: (bytes: number) => void = () => undefined,
): AsyncGenerator<Buffer> {
  for (let at = 0; ; ) {
    const from = at;
    const bytes = await job.transaction((tx) => readPart(tx, from, bytesAtOnce));
    if (bytes.length === 0) return;
    if (job.signal.aborted) throw new Error('the server is ending');
    at += bytes.length;
    onRead(at);
    yield bytes;
  }
}

/** How to read the rows of an uploaded file: as it was chosen, else as its first bytes look. */
export async function readSettingsOf(
  job: Job,
  readPart: ReadPart,
  chosen: { encoding: string | null; delimiter: string | null },
): Promise<ReadSettings> {
  const [sample, { country }] = await job.transaction((tx) =>
    Promise.all([readPart(tx, 0, sampleBytes), getNameAndCountry(tx, tx.clientId)]),
  );
  const format = detectFormat(sample);
  const encoding = (chosen.encoding as Encoding | null) ?? (await detectEncoding(sample, country));
  const guess = () => (format === 'csv' ? detectDelimiter(decodeSample(sample, encoding)) : ',');
  return { format, encoding, delimiter: (chosen.delimiter as Delimiter | null) ?? guess() };
}
