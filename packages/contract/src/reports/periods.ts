/** Days up to now, in the account's time zone; today is one of them. */
export const reportPeriods = ['today', '7d', '30d', '90d', '12m'] as const;
export type ReportPeriod = (typeof reportPeriods)[number];

/** The longest period that can be chosen, in days. */
export const longestReport = 400;

/** Upper bounds of the bands in seconds; the last band has none. */
export const replyBands = [300, 900, 3_600, 14_400] as const;
export const resolutionBands = [3_600, 14_400, 86_400, 259_200] as const;
