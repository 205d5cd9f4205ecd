import { z } from 'zod';

export const csvType = 'text/csv; charset=utf-8';
export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
/** The types of a table that is downloaded; the first is the default. */
export const tableTypes = [csvType, workbookType] as const;

/** How a table is written into a file: text with a delimiter, or a workbook whose cells are text. */
export const tableFormat = z.strictObject({
  format: z.enum(['csv', 'xlsx']).default('csv'),
  /** Of text. */
  delimiter: z.enum([',', ';', '\t']).default(','),
});
