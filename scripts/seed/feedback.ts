import type { BugReport, FeatureRequest } from '@parley/contract/types';
import { apiCall } from '../api-call.ts';
import type { SeedContext } from './play-conversation.ts';

/** Bug reports and feature requests of the team, some of them answered. */
export async function seedFeedback({ installation: { url }, team }: SeedContext): Promise<void> {
  const { dana, omar } = team;
  const report = (token: string, what_happened: string, severity: BugReport['severity']) =>
    apiCall<BugReport>(url, 'POST', '/api/bug-reports', { what_happened, severity, may_reply: true }, token);
  const cut = await report(omar.token, 'Arabic name cut in the list', 'cosmetic');
  const voice = await report(dana.token, 'Voice message stops at 0:59', 'slows');
  await report(dana.token, 'Export skips empty lists', 'slows');
  await apiCall(url, 'PUT', `/api/bug-reports/${cut.id}`, { state: 'in_progress' }, dana.token);
  const fixed = { state: 'fixed', state_note: 'Fixed in 0.1.0' };
  await apiCall(url, 'PUT', `/api/bug-reports/${voice.id}`, fixed, dana.token);

  const ask = (token: string, title: string, problem: string) =>
    apiCall<FeatureRequest>(url, 'POST', '/api/feature-requests', { title, problem }, token);
  const snooze = await ask(omar.token, 'Snooze a conversation', 'I forget to follow up when a part arrives.');
  await ask(dana.token, 'Calendar of broadcasts', 'I cannot see which offers go out in the same week.');
  await apiCall(url, 'PUT', `/api/feature-requests/${snooze.id}/vote`, { voted: true }, dana.token);
  const planned = { state: 'planned', state_note: 'After the summer season.' };
  await apiCall(url, 'PUT', `/api/feature-requests/${snooze.id}`, planned, dana.token);
}
