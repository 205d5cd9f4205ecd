/** Endings that would make a username look like a web address; Meta names these. */
const domainEnding = /\.(?:com|org|net|edu|gov|mil|us|in|html|int|io)$/i;

/**
 * Why WhatsApp would not accept a business username; null when it may.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/business-scoped-user-ids/
 */
export function businessUsernameProblem(name: string): string | null {
  if (name.length < 3 || name.length > 35) return 'A username has 3 to 35 characters.';
  if (!/^[a-z0-9._]+$/i.test(name)) return 'Only letters from a to z, digits, dots and underscores.';
  if (!/[a-z]/i.test(name)) return 'A username needs at least one letter.';
  if (/^\.|\.$|\.\./.test(name)) return 'No dot at the beginning or end, and no two dots in a row.';
  if (/^www/i.test(name)) return 'A username cannot begin with www.';
  if (domainEnding.test(name)) return 'A username cannot end like a web address.';
  return null;
}
