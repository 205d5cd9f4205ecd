/** Countries in which WhatsApp keeps a number's messages on request, as two letters. */
export const storageRegions = [
  ...(['AE', 'AU', 'BH', 'BR', 'CA', 'CH', 'DE', 'GB', 'ID', 'IN', 'JP', 'KR', 'SG', 'ZA'] as const),
] as const;
export type StorageRegion = (typeof storageRegions)[number];
