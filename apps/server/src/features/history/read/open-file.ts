import { type Archive, FileProblem } from './archive.ts';
import { readChatLine } from './chat-line.ts';
import { readLines } from './lines.ts';

/** The text of a file with conversations: where it is in the zip, and what it is. */
export type FoundText = { path: string; format: 'chat_export' | 'parley'; title: string };

const mostLinesToLook = 200;

/** @param name of the uploaded file @throws FileProblem when it has no conversations */
export async function findText(archive: Archive, name: string): Promise<FoundText> {
  if (archive.paths === null) return { path: '', ...(await lookAt(archive, '', name)) };
  const own = archive.paths.filter((path) => /(?:^|\/)history\.jsonl$/i.test(path));
  const texts = archive.paths.filter((path) => /\.txt$/i.test(path) && !path.startsWith('__MACOSX/'));
  const [only] = own.length > 0 ? own : chatsOf(texts);
  if (only === undefined)
    throw new FileProblem(
      'There is no chat and no history.jsonl in this zip. Export the chat on the phone and upload that file.',
    );
  if (own.length > 1) throw new FileProblem('This zip has several history.jsonl. Upload one zip for each.');
  return { path: only, ...(await lookAt(archive, only, /_chat\.txt$/i.test(only) ? name : only)) };
}

/** The text of the chat; a phone also puts texts that were sent into the zip. */
function chatsOf(texts: readonly string[]): readonly string[] {
  const named = texts.filter((path) => /(?:^|\/)(?:_chat|.*WhatsApp.*)\.txt$/i.test(path));
  return named.length > 0 ? named : texts;
}

async function lookAt(archive: Archive, path: string, name: string): Promise<Omit<FoundText, 'path'>> {
  const title = titleOf(name);
  let looked = 0;
  for await (const line of readLines(archive.open(path) ?? noBytes())) {
    if (line.trim() === '') continue;
    if (line.replace(/^\ufeff/, '').startsWith('{')) return { format: 'parley', title };
    if (readChatLine(line) !== null) return { format: 'chat_export', title };
    if (++looked === mostLinesToLook) break;
  }
  if (looked === 0) throw new FileProblem('This file is empty.');
  throw new FileProblem(
    'This is neither a chat exported by WhatsApp nor a file in Parley’s format. A chat export is a text or a zip that begins with a date.',
  );
}

/** Whom a chat is with, by the name of its file: `WhatsApp Chat with Ana Ruiz.txt`. */
export function titleOf(name: string): string {
  const base =
    name
      .split('/')
      .at(-1)
      ?.replace(/\.(?:txt|zip|jsonl)$/i, '') ?? name;
  const found = /whatsapp.*?\s(?:with|mit|con|com|avec|met|med|z|с|-)\s(.+)$/iu.exec(base);
  return (found?.[1] ?? base).replace(/\s\(\d+\)$/, '').trim();
}

async function* noBytes(): AsyncGenerator<Uint8Array> {}
