/** Categories that WhatsApp bills by, as its statuses name them. */
export const rateCategories = [
  ...['marketing', 'marketing_lite', 'utility', 'authentication', 'authentication-international', 'service'],
] as const;

/** The most rates of an account: categories, countries and changes of their prices. */
export const mostRates = 500;
