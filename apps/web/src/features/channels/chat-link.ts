/**
 * WhatsApp's click-to-chat address.
 * @param digits E.164 without plus
 * @param words what stands in the customer's message field; '' for nothing
 */
export function chatLink(digits: string, words: string): string {
  const text = words.trim();
  return `https://wa.me/${digits}${text === '' ? '' : `?text=${encodeURIComponent(text)}`}`;
}
