import type { InputOf } from '@parley/contract/types';
import type { ClientEvent } from '../../../platform/client-events.ts';

export type ReportBody = InputOf<'POST /api/bug-reports'>['body'];
export type ReportDetails = NonNullable<ReportBody['details']>;
export type ReportConversation = NonNullable<ReportBody['conversation']>;

/** What the reporter typed and ticked. */
export type ReportDraft = {
  what: string;
  expected: string;
  severity: ReportBody['severity'];
  includeDetails: boolean;
  includeMessages: boolean;
  includeNames: boolean;
  mayReply: boolean;
};

export const emptyDraft: ReportDraft = {
  what: '',
  expected: '',
  severity: 'slows',
  includeDetails: true,
  includeMessages: false,
  includeNames: false,
  mayReply: true,
};

export type BrowserFacts = Omit<ReportDetails, 'page' | 'thread_id' | 'request_ids' | 'events'>;

const maxRequestIds = 10;
const reportPage = '/bug-reporting';

/** The page the report is about: the last one before the report. */
export function reportedPage(events: readonly ClientEvent[]): { page: string; threadId?: string } {
  const last = events.findLast(({ kind, what }) => kind === 'page' && what !== reportPage);
  if (last === undefined) return { page: reportPage };
  return last.thread_id === undefined ? { page: last.what } : { page: last.what, threadId: last.thread_id };
}

/** The technical details of a report: ids of failed calls come first. */
export function buildDetails(events: readonly ClientEvent[], facts: BrowserFacts): ReportDetails {
  const { page, threadId } = reportedPage(events);
  const calls = events.filter(({ request_id: id }) => id !== undefined).toReversed();
  const failed = calls.filter(({ status = 0 }) => status === 0 || status >= 400);
  const ids = [...new Set([...failed, ...calls].flatMap(({ request_id: id }) => id ?? []))];
  return {
    page,
    ...(threadId === undefined ? {} : { thread_id: threadId }),
    ...facts,
    request_ids: ids.slice(0, maxRequestIds),
    events: events.map(({ thread_id: _thread, ...event }) => event),
  };
}

/** Exactly what is sent; the preview shows the same object. */
export function buildReport(
  draft: ReportDraft,
  parts: {
    details: ReportDetails;
    conversation: ReportConversation | null;
    screenshots: readonly { base64: string }[];
  },
): ReportBody {
  const conversation = parts.conversation && pickConversation(draft, parts.conversation);
  return {
    what_happened: draft.what.trim(),
    ...(draft.expected.trim() === '' ? {} : { expected: draft.expected.trim() }),
    severity: draft.severity,
    ...(draft.includeDetails ? { details: parts.details } : {}),
    ...(conversation === null ? {} : { conversation }),
    screenshots: parts.screenshots.map(({ base64 }) => ({ base64 })),
    may_reply: draft.mayReply,
  };
}

function pickConversation(draft: ReportDraft, all: ReportConversation): ReportConversation | null {
  if (!draft.includeMessages && !draft.includeNames) return null;
  return {
    thread_id: all.thread_id,
    ...(draft.includeNames && all.contact !== undefined ? { contact: all.contact } : {}),
    ...(draft.includeMessages ? { messages: all.messages ?? [] } : {}),
  };
}
