/**
 * Where the frame changes, in em so that they follow the reader's font size: 640, 768, 1025, 1280 and 1536 px at 16 px.
 * Style sheets reach them as `@media (--below-xl)` and `@media (--from-xl)` (written out by vite.config.ts), code through
 * Mantine's theme or `belowQuery`.
 */
export const breakpoints = { sm: '40em', md: '48em', lg: '64.0625em', xl: '80em', '2xl': '96em' } as const;

export type Breakpoint = keyof typeof breakpoints;

/** The media query for screens narrower than the breakpoint. */
export function belowQuery(name: Breakpoint): string {
  return `(width < ${breakpoints[name]})`;
}
