/** `TIER_2K` → 2000, `TIER_UNLIMITED` → -1; null for what is not known. */
export function messagingLimitOf(tier: string | null): number | null {
  if (tier === 'TIER_UNLIMITED') return -1;
  const [, count, thousand] = /^TIER_(\d{1,6})(K?)$/.exec(tier ?? '') ?? [];
  return count === undefined ? null : Number(count) * (thousand === 'K' ? 1_000 : 1);
}
