const own = /^wamid\.([\w-]{22})$/;

type Identified = { id: string; direction: string; provider_message_id?: string | null | undefined };

/**
 * The id of a message as programs for the Cloud API know it. What a customer wrote has WhatsApp's. What we send has one
 * made of ours, because the program is answered before WhatsApp has given one.
 */
export function wamidOf({ id, direction, provider_message_id: provider }: Identified): string {
  if (direction === 'INCOMING' && provider != null) return provider;
  return `wamid.${Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url')}`;
}

/** The message that an id of `wamidOf` names; null for WhatsApp's own ids. */
export function idOfWamid(wamid: string): string | null {
  const bytes = own.exec(wamid)?.[1];
  if (bytes === undefined) return null;
  const hex = Buffer.from(bytes, 'base64url').toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
