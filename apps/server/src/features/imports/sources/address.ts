import { invalid } from '../../../platform/errors.ts';
import { findAddressProblem, isAllowed } from '../../../platform/outbound/address.ts';
import { addressErrorMessages } from '../../../platform/outbound/address-errors.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { SourceRow } from './source-repo.ts';
import { openHeader } from './source-secrets.ts';

/** @throws AppError validation_failed for an address that must not be called */
export async function requireAddress(platform: Platform, text: string, field = 'url'): Promise<void> {
  const { ALLOWED_PRIVATE_HOSTS: allowed } = platform.config;
  const problem = await findAddressProblem(text, allowed);
  // A name that does not resolve now may do so later; the runs say when it does not.
  if (problem !== null && problem !== 'unknown_host') throw invalid(field, addressErrorMessages[problem]);
  const url = new URL(text);
  if (url.protocol !== 'https:' && !isAllowed(url, allowed)) throw invalid(field, 'Enter an address with https.');
}

type GivenHeader = { name: string; value?: string | undefined } | null;

/**
 * The header that a preview sends: with the stored value only to the server that has it already.
 * @throws AppError validation_failed
 */
export function headerForPreview(
  platform: Platform,
  url: string,
  header: GivenHeader,
  source: SourceRow | null,
): { name: string; value: string } | null {
  if (header === null) return null;
  if (header.value !== undefined) return { name: header.name, value: header.value };
  const stored = source === null ? null : openHeader(platform, source);
  if (source === null || stored === null || new URL(source.url).origin !== new URL(url).origin) {
    throw invalid('header.value', 'Enter the value of the header.');
  }
  return { name: header.name, value: stored.value };
}
