/** Why WhatsApp cannot call an address from outside. */
export type CallbackProblem = 'loopback' | 'private' | 'http';

/** Endings of names that only a local network knows. */
const localEndings = ['.local', '.lan', '.home', '.internal', '.intranet', '.home.arpa', '.test', '.localdomain'];

/**
 * Judges the callback address by what it says. A public-looking address may still be unreachable: the health check of
 * the channel calls it.
 * @returns null when it can be public
 */
export function callbackProblem(address: string): CallbackProblem | null {
  const { protocol, hostname } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (host === 'localhost' || host.endsWith('.localhost') || host === '::1' || host.startsWith('127.')) {
    return 'loopback';
  }
  if (isPrivate(host)) return 'private';
  return protocol === 'https:' ? null : 'http';
}

function isPrivate(host: string): boolean {
  if (host.includes(':')) return /^(fc|fd|fe[89ab])/.test(host) || host === '::';
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) {
    const [first = 0, second = 0] = host.split('.').map(Number);
    return (
      first === 0 ||
      first === 10 ||
      (first === 100 && second >= 64 && second < 128) ||
      (first === 169 && second === 254) ||
      (first === 172 && second >= 16 && second < 32) ||
      (first === 192 && second === 168)
    );
  }
  return !host.includes('.') || localEndings.some((ending) => host.endsWith(ending));
}
