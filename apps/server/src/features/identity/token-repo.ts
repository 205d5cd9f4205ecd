import { type Executor, statement } from '../../platform/db/sql.ts';

// ---- one-time tokens ----

/** A row is valid for one purpose only. */
export type LinkPurpose = 'setup' | 'link';
export type CodePurpose = 'code' | 'sign_up' | 'reauth' | 'email';

const insertOneTime = statement(
  'identity.insert_token',
  `insert into one_time_tokens (hash, purpose, email, expires_at) values ($1, $2, $3, now() + make_interval(secs => $4))`,
);

/** @param email null for the setup link, which belongs to no user yet */
export async function addOneTimeToken(
  tx: Executor,
  token: { hash: Buffer; purpose: LinkPurpose; email: string | null; lifeS: number },
): Promise<void> {
  await tx.run(insertOneTime, [token.hash, token.purpose, token.email, token.lifeS]);
}

const oneTimeUsable = statement(
  'identity.is_token_usable',
  `select exists (select from one_time_tokens
     where hash = $1 and purpose = $2 and used_at is null and expires_at > now()) as found`,
);

export async function isOneTimeTokenUsable(tx: Executor, hash: Buffer, purpose: LinkPurpose): Promise<boolean> {
  const [row] = await tx.rows<{ found: boolean }>(oneTimeUsable, [hash, purpose]);
  return row?.found === true;
}

const useOneTime = statement(
  'identity.use_token',
  `update one_time_tokens set used_at = now()
   where hash = $1 and purpose = $2 and used_at is null and expires_at > now() returning email`,
);

/**
 * @returns the user; null when the token is unknown, of another purpose, expired or used, also by a concurrent
 * transaction
 */
export async function consumeOneTimeToken(
  tx: Executor,
  hash: Buffer,
  purpose: LinkPurpose,
): Promise<{ email: string | null } | null> {
  const [row] = await tx.rows<{ email: string | null }>(useOneTime, [hash, purpose]);
  return row ?? null;
}

const insertCode = statement(
  'identity.insert_code',
  `insert into one_time_tokens (hash, code_hash, purpose, email, user_id, payload_enc, expires_at)
   values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => $7))`,
);

export type NewCode = {
  handleHash: Buffer;
  codeHash: Buffer;
  purpose: CodePurpose;
  email: string;
  userId: string | null;
  payloadEnc: Buffer | null;
  lifeS: number;
};

export async function addCode(tx: Executor, code: NewCode): Promise<void> {
  const { handleHash, codeHash, purpose, email, userId, payloadEnc, lifeS } = code;
  await tx.run(insertCode, [handleHash, codeHash, purpose, email, userId, payloadEnc, lifeS]);
}

export type UsedCode = {
  matched: boolean;
  purpose: CodePurpose;
  email: string;
  user_id: string | null;
  payload_enc: Buffer | null;
};

// Counts the attempt and compares in one statement, so that concurrent guesses cannot share an attempt. With five
// attempts, a guess succeeds once in 200,000.
const tryCode = statement(
  'identity.use_code',
  `update one_time_tokens set attempts = attempts + 1, used_at = case when code_hash = $2 then now() end
   where hash = $1 and purpose = any($3) and ($4::uuid is null or user_id = $4)
     and used_at is null and expires_at > now() and attempts < 5
   returning used_at is not null as matched, purpose, email, user_id, payload_enc`,
);

/**
 * Uses one of five attempts at a code. The transaction must be committed even when the code does not match.
 * @param userId the user it must have been sent for; null when not signed in
 * @returns null when the handle is unknown, of another purpose or user, used, exhausted or expired
 */
export async function tryOneTimeCode(
  tx: Executor,
  hashes: { handle: Buffer; code: Buffer },
  purposes: readonly CodePurpose[],
  userId: string | null,
): Promise<UsedCode | null> {
  const [row] = await tx.rows<UsedCode>(tryCode, [hashes.handle, hashes.code, purposes, userId]);
  return row ?? null;
}

// ---- throttle ----

const takeTry = statement(
  'identity.count_failure',
  `insert into auth_throttle as t (key_hash, failures) values ($1, 1)
   on conflict (key_hash) do update set
     failures = case when t.updated_at < now() - make_interval(secs => $5) then 1 else t.failures + 1 end,
     blocked_until = case when t.updated_at >= now() - make_interval(secs => $5) and t.failures + 1 >= $2
       then now() + make_interval(secs => least($4, $3 * power(2, least(t.failures + 1 - $2, 30)))) end,
     updated_at = now()
   where t.blocked_until is null or t.blocked_until <= now()`,
);
const waitOf = statement(
  'identity.find_throttle_wait',
  `select ceil(extract(epoch from blocked_until - now()))::int as wait_s from auth_throttle where key_hash = $1`,
);

/**
 * Takes one attempt before the password is verified, counted as failed until `clearTries`. Of concurrent attempts
 * only the allowed number pass, because they update the same row.
 * @returns 0 when the attempt may proceed, else the seconds to wait
 */
export async function takeThrottledAttempt(
  tx: Executor,
  key: Buffer,
  policy: { freeFailures: number; firstWaitS: number; longestWaitS: number; forgetAfterS: number },
): Promise<number> {
  const { freeFailures, firstWaitS, longestWaitS, forgetAfterS } = policy;
  if ((await tx.run(takeTry, [key, freeFailures, firstWaitS, longestWaitS, forgetAfterS])) === 1) return 0;
  const [row] = await tx.rows<{ wait_s: number }>(waitOf, [key]);
  return Math.max(1, row?.wait_s ?? 1);
}

const clear = statement('identity.clear_failures', 'delete from auth_throttle where key_hash = $1');

export async function clearAttempts(tx: Executor, key: Buffer): Promise<void> {
  await tx.run(clear, [key]);
}

// ---- plain limits ----

const takeTurn = statement(
  'identity.take_turn',
  `insert into auth_throttle as t (key_hash, failures) values ($1, 1)
   on conflict (key_hash) do update set
     failures = case when t.updated_at < now() - make_interval(secs => $3) then 1 else t.failures + 1 end,
     updated_at = case when t.updated_at < now() - make_interval(secs => $3) then now() else t.updated_at end
   where t.updated_at < now() - make_interval(secs => $3) or t.failures < $2`,
);
const turnWait = statement(
  'identity.find_turn_wait',
  `select greatest(1, ceil(extract(epoch from updated_at - now()) + $2::float8))::int as wait_s
   from auth_throttle where key_hash = $1`,
);

/**
 * Takes one of `most` uses in a window that begins with the first.
 * @returns 0, or the seconds until the window ends
 */
export async function takeLimited(tx: Executor, key: Buffer, most: number, windowS: number): Promise<number> {
  if ((await tx.run(takeTurn, [key, most, windowS])) === 1) return 0;
  const [row] = await tx.rows<{ wait_s: number }>(turnWait, [key, windowS]);
  return row?.wait_s ?? 1;
}

const isFull = statement(
  'identity.find_limit_wait',
  `select greatest(1, ceil(extract(epoch from updated_at - now()) + $3::float8))::int as wait_s
   from auth_throttle where key_hash = $1 and failures >= $2 and updated_at >= now() - make_interval(secs => $3)`,
);

/** @returns 0 while a use is left, else the seconds to wait; takes none */
export async function waitForLimited(tx: Executor, key: Buffer, most: number, windowS: number): Promise<number> {
  const [row] = await tx.rows<{ wait_s: number }>(isFull, [key, most, windowS]);
  return row?.wait_s ?? 0;
}
