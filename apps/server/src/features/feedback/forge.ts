import type { FeedbackSettings } from '@parley/contract/types';
import { type OutboundOutcome, postExternal } from '../../platform/outbound/post.ts';

/** A repository whose issues are bug reports, and the token that may open them. */
export type Forge = {
  kind: NonNullable<FeedbackSettings['forge_kind']>;
  /** Without a slash at its end. */
  url: string;
  repository: string;
  token: string;
};
export type Issue = { title: string; body: string; reportId: string };

const timeoutMs = 20_000;
/** A page of issues with their texts. */
const maxAnswerBytes = 8_000_000;
const recentIssues = 30;

/** The setting that the forge refused. */
export type ForgeProblem = { field: 'forge_url' | 'forge_repository' | 'forge_token'; message: string };

type Api = { repository: string; recent: string; headers: Record<string, string>; text: 'body' | 'description' };

function apiOf({ kind, url, repository, token }: Forge): Api {
  const headers = { accept: 'application/json', 'content-type': 'application/json', 'user-agent': 'Parley/1' };
  if (kind === 'gitlab') {
    return {
      repository: `${url}/api/v4/projects/${encodeURIComponent(repository)}`,
      recent: `order_by=created_at&sort=desc&scope=all&per_page=${recentIssues}`,
      headers: { ...headers, 'private-token': token },
      text: 'description',
    };
  }
  if (kind === 'forgejo') {
    return {
      repository: `${url}/api/v1/repos/${repository}`,
      recent: `state=all&type=issues&limit=${recentIssues}`,
      headers: { ...headers, authorization: `token ${token}` },
      text: 'body',
    };
  }
  const base = new URL(url).host === 'github.com' ? 'https://api.github.com' : `${url}/api/v3`;
  return {
    repository: `${base}/repos/${repository}`,
    recent: `state=all&sort=created&direction=desc&per_page=${recentIssues}`,
    headers: { ...headers, accept: 'application/vnd.github+json', authorization: `Bearer ${token}` },
    text: 'body',
  };
}

/** Whether the repository can be read with the token and takes issues. @returns what is wrong; null: nothing */
export async function findForgeProblem(forge: Forge, allowed: readonly string[]): Promise<ForgeProblem | null> {
  const { repository, headers } = apiOf(forge);
  const outcome = await call('GET', repository, headers, allowed);
  const problem = problemOf(outcome);
  if (problem !== null) return problem;
  const facts = jsonOf(outcome) as { has_issues?: unknown; issues_enabled?: unknown } | null;
  if (facts === null) return { field: 'forge_url', message: 'What answered is not this kind of Git forge.' };
  if (facts.has_issues !== false && facts.issues_enabled !== false) return null;
  return { field: 'forge_repository', message: 'Issues are turned off in this repository.' };
}

/**
 * Opens an issue, unless a recent one is of the same report: an earlier answer may have been lost.
 * @returns the address of its page
 * @throws Error saying why the forge did not take it
 */
export async function openIssue(forge: Forge, issue: Issue, allowed: readonly string[]): Promise<string> {
  const { repository, recent, headers, text } = apiOf(forge);
  const issues = `${repository}/issues`;
  const listed = await call('GET', `${issues}?${recent}`, headers, allowed);
  const refusal = problemOf(listed);
  if (refusal !== null) throw new Error(refusal.message);
  const rows = jsonOf(listed);
  const same = (Array.isArray(rows) ? rows : []).find((row) => String(row?.[text] ?? '').includes(issue.reportId));
  if (same !== undefined) return pageOf(same);
  const body = { title: issue.title, [text]: issue.body };
  const outcome = await call('POST', issues, headers, allowed, body);
  const problem = problemOf(outcome);
  if (problem !== null) throw new Error(problem.message);
  return pageOf(jsonOf(outcome));
}

function pageOf(row: unknown): string {
  const { html_url: page, web_url: ofGitLab } = (row ?? {}) as { html_url?: unknown; web_url?: unknown };
  const url = page ?? ofGitLab;
  if (typeof url === 'string' && /^https?:\/\//.test(url)) return url.slice(0, 1_000);
  throw new Error('What answered is not this kind of Git forge.');
}

function call(
  method: 'GET' | 'POST',
  url: string,
  headers: Record<string, string>,
  allowed: readonly string[],
  body?: object,
): Promise<OutboundOutcome> {
  const bytes = Buffer.from(body === undefined ? '' : JSON.stringify(body));
  return postExternal({ method, url, headers, body: bytes, timeoutMs, maxAnswerBytes, allowed });
}

function jsonOf(outcome: OutboundOutcome): unknown {
  try {
    return outcome.kind === 'answer' ? JSON.parse(outcome.body.toString('utf8')) : null;
  } catch {
    return null;
  }
}

function problemOf(outcome: OutboundOutcome): ForgeProblem | null {
  if (outcome.kind === 'refused') {
    return { field: 'forge_url', message: 'The address of the Git forge leads into a private network.' };
  }
  if (outcome.kind !== 'answer') {
    return { field: 'forge_url', message: `The Git forge couldn’t be reached (${outcome.detail}).` };
  }
  const { status } = outcome;
  if (status >= 200 && status < 300) return null;
  if (status === 401 || status === 403) {
    return { field: 'forge_token', message: `The Git forge refused the access token (${status}).` };
  }
  if (status === 404) {
    return { field: 'forge_repository', message: 'This repository was not found with this access token.' };
  }
  if (status === 410) return { field: 'forge_repository', message: 'Issues are turned off in this repository.' };
  return { field: 'forge_url', message: `The Git forge answered ${status}.` };
}
