/** Reads one page or file in a thread of its own. */
import { workerData } from 'node:worker_threads';
import { answerQuestions } from '../../../platform/threads/answer-questions.ts';
import { readHtml } from './read-html.ts';
import { readMarkdown, readPlainText } from './read-markdown.ts';
import type { ReadAnswer } from './read-text.ts';
import type { ReadText } from './sections.ts';
import { splitTexts } from './split-texts.ts';
import type { TextKind } from './text-kind.ts';

const readers: Record<TextKind, (bytes: Uint8Array, encoding: string) => ReadText | Promise<ReadText>> = {
  html: (bytes, encoding) => readHtml(decode(bytes, encoding)),
  markdown: (bytes, encoding) => readMarkdown(decode(bytes, encoding)),
  text: (bytes, encoding) => readPlainText(decode(bytes, encoding)),
  pdf: async (bytes) => (await import('./read-pdf.ts')).readPdf(bytes),
};

function decode(bytes: Uint8Array, encoding: string): string {
  // PostgreSQL stores no zero characters.
  return new TextDecoder(encoding).decode(bytes).replaceAll(/\r\n?/g, '\n').replaceAll('\0', '');
}

answerQuestions<{ kind: TextKind; encoding: string; name: string }, ReadAnswer>(async ({ kind, encoding, name }) => {
  try {
    return { texts: splitTexts(await readers[kind](workerData as Uint8Array, encoding), name) };
  } catch (error) {
    return { problem: (error as Error).name === 'PasswordException' ? 'password' : 'damaged' };
  }
});
