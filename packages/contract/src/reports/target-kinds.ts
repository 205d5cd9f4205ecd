export const targetKinds = ['first', 'next', 'resolution'] as const;
/** First replies, later ones, and resolutions. */
export type TargetKind = (typeof targetKinds)[number];
