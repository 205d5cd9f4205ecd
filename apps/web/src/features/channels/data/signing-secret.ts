/** A new secret in the format of the Standard Webhooks convention: `whsec_` and 32 random bytes in base64. */
export function makeSigningSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}
