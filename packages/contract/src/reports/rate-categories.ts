/** Categories that WhatsApp bills by, as its statuses name them. */
export const rateCategories = [
  ...['marketing', 'marketing_lite', 'utility', 'authentication', 'authentication-international', 'service'],
] as const;

/** The most rates of an account: 40 markets and six categories, changed each quarter of ten years. */
export const mostRates = 10_000;

/** Free-form replies of a number that are free in a month, since 1 October 2026. */
export const usualFreeReplies = 1_000;
