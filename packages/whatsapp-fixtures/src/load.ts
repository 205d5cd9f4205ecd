import { readFileSync } from 'node:fs';

import { escapeAsMeta } from './meta-json.ts';
import type { AnswerName, FixtureName } from './names.ts';

export type Fixture = {
  /** The bytes as Meta would post them: compact, non-ASCII escaped, integers above 2^53 preserved. */
  raw: Buffer;
  /** The plain parse of `raw`: integers above 2^53 have lost digits here. */
  json: unknown;
};

export type Answer = {
  status: number;
  headers: Record<string, string>;
  raw: Buffer;
  json: unknown;
};

/** One webhook delivery, read again at each call so that a test may modify it. */
export function fixture(name: FixtureName): Fixture {
  const text = readFileSync(new URL(`../webhooks/${name}.json`, import.meta.url), 'utf8');
  const raw = Buffer.from(escapeAsMeta(text), 'latin1');
  return { raw, json: JSON.parse(text) };
}

/** One response of the Graph API with its HTTP status, read again at each call. */
export function answer(name: AnswerName): Answer {
  const text = readFileSync(new URL(`../answers/${name}.json`, import.meta.url), 'utf8');
  const file: { status: number; headers?: Record<string, string>; body: unknown } = JSON.parse(text);
  const raw = Buffer.from(escapeAsMeta(JSON.stringify(file.body)), 'latin1');
  return { status: file.status, headers: file.headers ?? {}, raw, json: file.body };
}
