/** What a customer's message says, as triggers, conditions and questions read it. */
export type IncomingText = { text: string; reply: { id: string; title: string } | null };

type Content = Record<string, unknown>;

export function readIncomingText(type: string, content: Content): IncomingText {
  const text = (key: string) => (typeof content[key] === 'string' ? (content[key] as string) : '');
  if (type === 'button') {
    const title = text('text');
    return { text: title, reply: { id: text('id') || text('payload'), title } };
  }
  return { text: text('body') || text('caption'), reply: null };
}
