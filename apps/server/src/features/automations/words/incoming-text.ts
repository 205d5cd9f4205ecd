/** What a customer's message says, as triggers, conditions and questions read it. */
export type IncomingText = {
  text: string;
  reply: { id: string; title: string } | null;
  /** WhatsApp's id of the ad or post that the message came from; empty where it gave none. Absent: from none. */
  ad?: string;
};

type Content = Record<string, unknown>;
type MessageExtras = { referral?: Record<string, unknown> } | null;

/** @param extras of the message, with its referral */
export function readIncomingText(type: string, content: Content, extras: MessageExtras = null): IncomingText {
  const referral = extras?.referral;
  const from = referral === undefined ? {} : { ad: String(referral['source_id'] ?? '') };
  const text = (key: string) => (typeof content[key] === 'string' ? (content[key] as string) : '');
  if (type === 'button') {
    const title = text('text');
    return { text: title, reply: { id: text('id') || text('payload'), title }, ...from };
  }
  return { text: text('body') || text('caption'), reply: null, ...from };
}
