import { OrderFinder } from './chat-dates.ts';
import { type ChatLine, readChatContent, readChatLine } from './chat-line.ts';
import { type ChatRow, type SkippedRow, sampleOf } from './rows.ts';

/** What the lines of a chat tell about it as a whole. */
export class ChatFacts {
  readonly order = new OrderFinder();
  readonly names = new Map<string, number>();
  first = '';
  last = '';

  add({ written, separator, shown, name }: ChatLine): void {
    this.order.add(written.date, separator);
    if (this.first === '') this.first = shown;
    this.last = shown;
    // A chat has few people; a file of another kind may look like one with many.
    if (name !== null && (this.names.has(name) || this.names.size < mostNames))
      this.names.set(name, (this.names.get(name) ?? 0) + 1);
  }
}

const mostNames = 200;
/** Lines of one message; the others are left out. */
const mostLines = 5_000;
const mostText = 65_536;

/** The messages of a chat export. Lines before the first time are ignored. @param hasFile whether the zip has it */
export async function* readChat(
  lines: AsyncIterable<string>,
  facts: ChatFacts,
  hasFile: (name: string) => boolean,
): AsyncGenerator<ChatRow | SkippedRow> {
  let open: { line: ChatLine; no: number; text: string[] } | null = null;
  let no = 0;
  let time = '';
  let nth = 0;

  const end = (): ChatRow | SkippedRow | null => {
    if (open === null) return null;
    const { line, text } = open;
    const whole = text.join('\n').slice(0, mostText).toWellFormed();
    const at = JSON.stringify(line.written);
    nth = at === time ? nth + 1 : 0;
    time = at;
    const content = line.name === null ? null : readChatContent(whole, line.marked, hasFile);
    if (line.name === null || content === null)
      return { no: open.no, skip: 'WhatsApp’s own note, not a message', sample: sampleOf(whole) };
    const isEmpty = content.text === '' && Object.keys(content).length === 1;
    if (isEmpty) return { no: open.no, skip: 'The message is empty', sample: '' };
    return { no: open.no, written: line.written, nth, name: line.name, ...content };
  };

  for await (const text of lines) {
    no++;
    const line = readChatLine(text);
    if (line === null) {
      if (open !== null && open.text.length < mostLines) open.text.push(text);
      continue;
    }
    const row = end();
    if (row !== null) yield row;
    facts.add(line);
    open = { line, no, text: [line.text] };
  }
  const row = end();
  if (row !== null) yield row;
}
