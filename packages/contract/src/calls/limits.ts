/** WhatsApp rings for about half a minute, s; what rings for longer has ended without telling. */
export const longestRingS = 90;
/** A call whose end nobody told ends by itself, s. */
export const longestCallS = 4 * 3600;
