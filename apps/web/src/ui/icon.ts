/** Sizes and strokes of Tabler icons: spread them, as `<IconUser {...icon} />`. */
export const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;
/** Within text and small buttons. */
export const smallIcon = { size: 15, stroke: 2, 'aria-hidden': true } as const;
/** In the rail. */
export const railIcon = { size: 22, stroke: 1.6, 'aria-hidden': true } as const;
