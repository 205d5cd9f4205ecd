import { z } from 'zod';
import { weekdays } from '../core/opening.ts';
import { clockTime, id, nameOf, timestamp, version } from '../core/primitives.ts';
import { reportQuery } from './schema.ts';

/** When the caller gets a report by email: every week, by the clock of the account's time zone. */
export const reportEmailBody = z.strictObject({ day: z.enum(weekdays), at: clockTime });
export const reportEmail = reportEmailBody.extend({ next_at: timestamp });
export type ReportEmail = z.output<typeof reportEmail>;

const saved = {
  name: nameOf(60),
  /** Everyone in the account sees it, and reads with it what they may see. */
  shared: z.boolean(),
  /** As `GET /api/reports`; a period moves along with the days. */
  query: reportQuery,
  /** Tables in place of charts. */
  tables: z.boolean(),
};

/** A report that a member keeps. */
export const savedReport = z.strictObject({
  id,
  owner_id: id,
  ...saved,
  name: z.string(),
  version,
  /** The caller's own; null: no email. */
  email: reportEmail.nullable(),
});
export type SavedReport = z.output<typeof savedReport>;

export const createReportBody = z.strictObject({
  id: id.optional(),
  ...saved,
  shared: saved.shared.default(false),
  tables: saved.tables.default(false),
});
export const changeReportBody = z.strictObject(saved).partial();
