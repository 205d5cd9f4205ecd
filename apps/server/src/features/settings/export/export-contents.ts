import type { ExtraContents, ExtraEntry } from '../../../platform/export/exported-table.ts';
import { contactsAsCsv } from '../../contacts/public.ts';
import { type MediaStorage, readIfThere } from '../../media/public.ts';
import { mediaEntryName } from './media-entry.ts';
import { readablePages } from './pages/write-pages.ts';

type FileRow = { id: string; size_bytes: number; mime_type: string; has_thumbnail: boolean };

/** What an export has beside rows: contacts for a spreadsheet, pages to read, and the files of messages. */
export function exportContents(storage: MediaStorage): ExtraContents {
  async function* entriesOf(clientId: string, line: string): AsyncGenerator<ExtraEntry> {
    const row = JSON.parse(line) as FileRow;
    const content = await readIfThere(storage, { clientId, fileId: row.id, variant: 'file' });
    // Deleted since the rows were read.
    if (content === null) return;
    yield { name: mediaEntryName(row.id, row.mime_type), sizeBytes: row.size_bytes, content };
    if (!row.has_thumbnail) return;
    const small: Buffer[] = [];
    const picture = await readIfThere(storage, { clientId, fileId: row.id, variant: 'thumbnail' });
    for await (const chunk of picture ?? []) small.push(chunk as Buffer);
    const bytes = Buffer.concat(small);
    yield { name: `thumbnails/${row.id}.webp`, sizeBytes: bytes.length, content: once(bytes) };
  }
  return {
    texts: [{ name: 'contacts.csv', lines: contactsAsCsv }],
    pages: { collection: 'messages', entries: readablePages },
    files: { collection: 'media_files', entriesOf },
  };
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
