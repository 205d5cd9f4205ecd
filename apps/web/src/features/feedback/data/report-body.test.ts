import { describe, expect, it } from 'vitest';
import type { ClientEvent } from '../../../platform/client-events.ts';
import { buildDetails, buildReport, emptyDraft, reportedPage } from './report-body.ts';

const at = '2026-11-23T10:05:31.000Z';
const events: ClientEvent[] = [
  { at, kind: 'page', what: '/inbox/{thread_id}', thread_id: 'thread-1' },
  { at, kind: 'call', what: 'GET /api/threads', status: 200, request_id: 'fine' },
  { at, kind: 'call', what: 'POST /api/labels', status: 409, request_id: 'failed' },
  { at, kind: 'page', what: '/bug-reporting' },
];
const facts = {
  version: 'Parley 0.1.0',
  browser: 'Chromium',
  language: 'en',
  time_zone: 'Europe/London',
  window: { width: 1440, height: 900, theme: 'light' as const },
  connection: 'online' as const,
};
const details = buildDetails(events, facts);
const conversation = {
  thread_id: 'thread-1',
  contact: { name: 'Otto', phone_number: '447700900123' },
  messages: [{ at, direction: 'INCOMING' as const, type: 'text', text: 'Hello' }],
};
const parts = { details, conversation, screenshots: [] };

describe('a report', () => {
  it('is about the page before it, and that conversation', () => {
    expect(reportedPage(events)).toEqual({ page: '/inbox/{thread_id}', threadId: 'thread-1' });
    expect(reportedPage([])).toEqual({ page: '/bug-reporting' });
  });

  it('names failed calls first, and each once', () => {
    expect(details.request_ids).toEqual(['failed', 'fine']);
    expect(details.events).toHaveLength(4);
    expect(JSON.stringify(details.events)).not.toContain('thread-1');
  });

  it('leaves message text, names and numbers out unless ticked', () => {
    const body = buildReport({ ...emptyDraft, what: ' Broken ' }, parts);
    expect(body).toEqual({ what_happened: 'Broken', severity: 'slows', details, screenshots: [], may_reply: true });
    const withText = buildReport({ ...emptyDraft, includeMessages: true }, parts);
    expect(withText.conversation).toEqual({ thread_id: 'thread-1', messages: conversation.messages });
    const withNames = buildReport({ ...emptyDraft, includeNames: true }, parts);
    expect(withNames.conversation).toEqual({ thread_id: 'thread-1', contact: conversation.contact });
  });

  it('sends no details when they are not wanted', () => {
    expect(buildReport({ ...emptyDraft, includeDetails: false }, parts).details).toBeUndefined();
  });
});
