import { z } from 'zod';
import { type ArchiveFormat, parseEntry } from '../backup/archive-reader.ts';
import { OperatorError } from '../db/operator.ts';

/** Incremented when an import could no longer read older files. */
export const formatNumber = 1;

export const exportNames = {
  manifest: 'account.json',
  readme: 'README.txt',
  checksums: 'SHA256SUMS',
  /** The rows of a collection. */
  rows: (collection: string) => `data/${collection}.jsonl`,
} as const;

/** The first entry of the file. */
export const exportManifest = z.object({
  product: z.literal('parley'),
  kind: z.literal('account'),
  format: z.number().int(),
  account: z.object({ id: z.uuid(), name: z.string() }),
  exported_at: z.iso.datetime(),
  /** The schema that the rows have. */
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  collections: z.array(
    z.object({ name: z.string(), fields: z.array(z.string()), left_out_fields: z.array(z.string()) }),
  ),
  left_out: z.record(z.string(), z.string()),
});
export type ExportManifest = z.output<typeof exportManifest>;

export const damagedExport = 'The file is damaged or not whole, so nothing was imported. Take another copy of it.';

export const exportFormat: ArchiveFormat<ExportManifest> = {
  manifestName: exportNames.manifest,
  parseManifest(text) {
    const head = parseEntry(z.looseObject({ product: z.string(), format: z.number() }), text, damagedExport);
    if (head.product === 'parley' && head.format !== formatNumber) {
      throw new OperatorError('This file has the format of another version of Parley. Import it with that version.');
    }
    return parseEntry(exportManifest, text, damagedExport);
  },
  otherFile: 'This is an archive, but not an export of an account of Parley.',
  noArchive: 'This is not an export of an account of Parley.',
  damaged: damagedExport,
  encrypted: 'This file is encrypted. Set EXPORT_PASSWORD to the password it was exported with.',
  wrongPassphrase:
    'The file cannot be decrypted: EXPORT_PASSWORD is not the one it was exported with, or its beginning is damaged.',
};
