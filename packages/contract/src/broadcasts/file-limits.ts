/** What a file of recipients for one broadcast may have. */
export const campaignFileLimits = { bytes: 104_857_600, partBytes: 8_388_608, rows: 500_000, columns: 100 } as const;

/** How many numbers one campaign takes as text. */
export const maxPhoneNumbers = 20_000;
