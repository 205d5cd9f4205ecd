/**
 * WhatsApp's click-to-chat URL.
 * @param digits E.164 without plus
 * @param words the prepared message of the customer; '' for none
 */
export function chatLink(digits: string, words: string): string {
  const text = words.trim();
  return `https://wa.me/${digits}${text === '' ? '' : `?text=${encodeURIComponent(text)}`}`;
}
