/** Stages of an account. */
export const mostStages = 30;
/** Of one conversation: ten thousand million in a currency with two decimals. Thousands of them add up exactly. */
export const highestValue = 1_000_000_000_000;
