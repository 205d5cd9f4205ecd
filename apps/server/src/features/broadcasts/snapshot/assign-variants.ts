import { createHash } from 'node:crypto';
import type { AbVariant } from '@parley/contract/types';
import type { CampaignRow } from '../core/repo.ts';
import type { NewLink } from '../links/link-repo.ts';
import { type TrackedVariables, trackLinks } from '../links/track-links.ts';
import type { NewRecipient, SnapshotProgress } from './snapshot-repo.ts';

/**
 * The variant of the recipient at a position. Of n recipients A has `percent`, rounded up, and B the same or one less,
 * at least one; null: the rest.
 */
export function variantAt(position: number, percent: number): AbVariant | null {
  const inA = (n: number) => Math.ceil((n * percent) / 100);
  const inTest = (n: number) => Math.max(Math.min(n, 2), Math.ceil((2 * n * percent) / 100));
  if (inA(position + 1) > inA(position)) return 'A';
  return inTest(position + 1) > inTest(position) ? 'B' : null;
}

/**
 * Gives the recipients of a page their variants, in the order of a hash of campaign and recipient, so that a page that is
 * taken again gives everyone the same. Numbers stay exact over pages.
 * @param known keys of recipients that an earlier page has: they are not inserted again
 * @returns the progress with this page
 */
export function assignVariants(
  { id, ab_test: test }: Pick<CampaignRow, 'id' | 'ab_test'>,
  recipients: readonly NewRecipient[],
  { tested = 0 }: Pick<SnapshotProgress, 'tested'>,
  known: ReadonlySet<string>,
): Pick<SnapshotProgress, 'tested'> {
  if (test === null) return {};
  for (const recipient of recipients) if (recipient.state !== 'QUEUED') delete recipient.values_b;
  const hashed = recipients
    .filter(({ state, recipient_key: key }) => state === 'QUEUED' && !known.has(key))
    .map((recipient) => ({
      recipient,
      hash: createHash('sha256').update(`${id} ${recipient.recipient_key}`).digest('hex'),
    }))
    .sort((one, other) => (one.hash < other.hash ? -1 : 1));
  for (const [at, { recipient }] of hashed.entries()) {
    const variant = variantAt(tested + at, test.percent);
    const { values_b: valuesB = {}, values } = recipient;
    if (variant === null) recipient.share = 1;
    else {
      recipient.variant = variant;
      recipient.values = variant === 'B' ? valuesB : values;
      delete recipient.values_b;
    }
  }
  return { tested: tested + hashed.length };
}

/**
 * Replaces the addresses of both variants by codes. A recipient for whom one of them cannot be tracked is left out.
 * Call `linksToStore` once the variants are known.
 */
export function trackBoth(
  tracked: { a: TrackedVariables; b: TrackedVariables },
  recipients: readonly NewRecipient[],
  after: number,
  publicUrl: string,
): NewLink[] {
  const linksA = trackLinks(tracked.a, recipients, after, publicUrl);
  const withB = recipients.map((recipient) => ({ ...recipient, values: recipient.values_b ?? {} }));
  const linksB = trackLinks(tracked.b, withB, after, publicUrl);
  for (const [at, recipient] of recipients.entries()) {
    const other = withB[at];
    if (recipient.state !== 'QUEUED' || other === undefined) continue;
    if (other.state === 'QUEUED') recipient.values_b = other.values;
    else Object.assign(recipient, { state: other.state, reason: other.reason });
  }
  return [
    ...linksA.map((link) => ({ ...link, variant: 'A' as const })),
    ...linksB.map((link) => ({ ...link, variant: 'B' as const })),
  ];
}

/** Without those of a variant that the recipient does not get; the rest may get either. */
export function linksToStore(links: readonly NewLink[], recipients: readonly NewRecipient[], after: number): NewLink[] {
  return links.filter(({ n, variant }) => {
    const recipient = recipients[n - after - 1];
    if (recipient?.state !== 'QUEUED') return false;
    return recipient.share === 1 || recipient.variant === variant;
  });
}
