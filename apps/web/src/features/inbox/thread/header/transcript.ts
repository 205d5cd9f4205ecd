import type { Message, TeamMember } from '@parley/contract/types';

export type TranscriptLine = { at: string; author: string; text: string };

/** One line of the text file: time, author, words; further lines of a message are indented. */
export function lineText({ at, author, text }: TranscriptLine): string {
  return `[${at}] ${author}: ${text.replaceAll('\n', '\n    ')}`;
}

/** A transcript as a text file, oldest first, with a title line. */
export function transcriptText(title: string, lines: readonly TranscriptLine[]): string {
  return `${title}\n\n${lines.map(lineText).join('\n')}\n`;
}

/** Deletes what a file name must not have. */
export function transcriptName(contact: string, day: string): string {
  const safe = contact.replaceAll(/[^\p{L}\p{M}\p{N} _-]/gu, '').trim();
  return `${safe === '' ? 'conversation' : safe} ${day}.txt`;
}

/** Whether the customer has a message, or may have it. */
export function reachedCustomer({ direction, status, send_state }: Message): boolean {
  return direction === 'INCOMING' || status > 0 || send_state === 'unknown';
}

/** Reads pages until the beginning, oldest first at the end. */
export async function readAllMessages(
  readPage: (cursor: string | undefined) => Promise<{ data: readonly Message[]; next_cursor: string | null }>,
): Promise<Message[]> {
  const found: Message[] = [];
  let cursor: string | undefined;
  do {
    const page = await readPage(cursor);
    found.push(...page.data);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return found.reverse();
}

/** The names of members for customers, by member; without those who use the name the team sees. */
export async function readCustomerNames(
  readPage: (cursor: string | undefined) => Promise<{ data: readonly TeamMember[]; next_cursor: string | null }>,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  let cursor: string | undefined;
  do {
    const page = await readPage(cursor);
    for (const { user_id: id, customer_name: name } of page.data) if (name !== null) found.set(id, name);
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return found;
}

/** Everything else is hidden from the printer by base.css while an element with `data-print` exists. */
export function printLines(title: string, lines: readonly TranscriptLine[]): void {
  const page = document.createElement('section');
  page.dataset['print'] = '';
  const heading = document.createElement('h1');
  heading.textContent = title;
  page.append(heading);
  for (const { at, author, text } of lines) {
    const line = document.createElement('div');
    const name = document.createElement('bdi');
    name.textContent = author;
    const who = document.createElement('b');
    who.append(name, ` · ${at}`);
    // The direction of the words is their own, whatever the name above is written in.
    const words = document.createElement('p');
    words.dir = 'auto';
    words.textContent = text;
    line.append(who, words);
    page.append(line);
  }
  document.body.append(page);
  // Browsers name the PDF after the title.
  const before = document.title;
  document.title = title;
  const done = () => {
    page.remove();
    document.title = before;
  };
  window.addEventListener('afterprint', done, { once: true });
  window.print();
}
