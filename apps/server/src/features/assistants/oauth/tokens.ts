import { deriveToken, hashKey } from '../../../platform/auth/api-key.ts';
import { type AuditEvent, logAudit, writeAudit } from '../../../platform/auth/audit.ts';
import { applicationTokenPrefix } from '../../../platform/auth/authenticate.ts';
import type { Executor } from '../../../platform/db/sql.ts';
import type { Platform } from '../../../platform/platform.ts';
import { createRefreshTokens, revokeSession } from '../../identity/public.ts';
import { hashOf, isResource } from './authorization.ts';
import { deleteGrant, type GrantRow, lockGrant, renewGrant } from './grant-repo.ts';
import { OAuthError } from './oauth-error.ts';
import { readScopes } from './scopes.ts';

const accessLifeS = 3_600;

/** The fields of a form. */
type Form = Record<string, unknown>;
type Caller = { ip: string; requestId: string };
/** Committed before the caller hears of it: what ended stays ended. */
type Outcome = { answer: Record<string, unknown> } | { refusal: OAuthError; event?: AuditEvent };

/** Codes and refresh tokens for access tokens. */
export function createTokens(platform: Platform) {
  const refreshTokens = createRefreshTokens(platform.secrets, 'assistant ');

  const accessOf = ({ id }: GrantRow, refresh: string) =>
    deriveToken(platform, 'assistant access tokens', `${applicationTokenPrefix}${id.replaceAll('-', '')}`, refresh);

  async function renewed(tx: Executor, grant: GrantRow, refresh: string): Promise<Outcome> {
    const access = accessOf(grant, refresh);
    await renewGrant(tx, grant, { refresh: hashOf(refresh), access: access.hash, accessLifeS });
    return { answer: present(grant, access.text, refresh, accessLifeS) };
  }

  async function exchange(tx: Executor, form: Form, caller: Caller): Promise<Outcome> {
    const grant = await lockGrant(tx, { code: hashOf(textOf(form, 'code')) });
    if (grant === null) return { refusal: invalidGrant('The code is unknown, or access has ended.') };
    if (grant.code_used)
      return end(tx, grant, 'assistants.code_reused', caller, 'The code was used before. Access has ended.');
    const fits =
      grant.application_id === textOf(form, 'client_id') &&
      grant.redirect_uri === textOf(form, 'redirect_uri') &&
      isVerifierOf(grant.challenge, textOf(form, 'code_verifier'));
    // Whoever has the code and not what belongs to it is not whom the member let in.
    if (!fits) {
      const message = 'The code belongs to another client, redirect URI or verifier. It is no longer valid.';
      return end(tx, grant, 'assistants.code_refused', caller, message);
    }
    if (grant.code_expired) return { refusal: invalidGrant('The code has expired.') };
    return renewed(tx, grant, refreshTokens.first(grant.id));
  }

  async function refresh(tx: Executor, form: Form, caller: Caller): Promise<Outcome> {
    const token = textOf(form, 'refresh_token');
    const id = refreshTokens.sessionOf(token);
    const grant = id === null ? null : await lockGrant(tx, { id });
    if (grant === null || grant.application_id !== textOf(form, 'client_id')) {
      return { refusal: invalidGrant('The refresh token is unknown, or access has ended.') };
    }
    const scopes = form['scope'] === undefined ? [] : readScopes(textOf(form, 'scope'));
    if (scopes === null || scopes.some((scope) => !grant.scopes.includes(scope))) {
      return { refusal: new OAuthError('invalid_scope', 'The member did not allow this.') };
    }
    const next = refreshTokens.after(grant.id, token);
    const hash = hashOf(token);
    if (grant.refresh_hash?.equals(hash)) return renewed(tx, grant, next);
    // An answer that was lost is given again.
    if (grant.previous_hash?.equals(hash) && grant.in_grace) {
      return { answer: present(grant, accessOf(grant, next).text, next, grant.access_left_s) };
    }
    return end(tx, grant, 'assistants.token_reused', caller, 'The refresh token was used before. Access has ended.');
  }

  async function finish(run: (tx: Executor) => Promise<Outcome>): Promise<Record<string, unknown>> {
    const outcome = await platform.db.system.transaction('assistants', run);
    if ('answer' in outcome) return outcome.answer;
    if (outcome.event !== undefined) logAudit(platform.log, outcome.event);
    throw outcome.refusal;
  }

  return {
    /** The token endpoint. @throws OAuthError */
    async issue(form: Form, caller: Caller): Promise<Record<string, unknown>> {
      if (!isResource(platform, textOf(form, 'resource'))) {
        throw new OAuthError('invalid_target', 'Tokens are for the address of /mcp only.');
      }
      const type = textOf(form, 'grant_type');
      if (type === 'authorization_code') return finish((tx) => exchange(tx, form, caller));
      if (type === 'refresh_token') return finish((tx) => refresh(tx, form, caller));
      throw new OAuthError('unsupported_grant_type', 'grant_type is authorization_code or refresh_token.');
    },
    /** RFC 7009: ends the access of a token; an unknown one is no error. */
    async revoke(form: Form, { ip, requestId }: Caller): Promise<void> {
      const token = textOf(form, 'token');
      const id = refreshTokens.sessionOf(token);
      const event = await platform.db.system.transaction('assistants', async (tx) => {
        const grant = await lockGrant(tx, id === null ? { access: hashKey(token) } : { id });
        if (grant === null || grant.application_id !== textOf(form, 'client_id')) return null;
        const event = eventOf(grant, 'assistants.disconnected', { ip, requestId });
        await endGrant(tx, grant, event);
        return event;
      });
      if (event !== null) logAudit(platform.log, event);
    },
  };
}

/** Ends the access of an application, with its session. */
export async function endGrant(tx: Executor, grant: GrantRow, event: AuditEvent): Promise<void> {
  await deleteGrant(tx, grant);
  await revokeSession(tx, grant.id, grant.user_id, 'ended');
  await writeAudit(tx, event);
}

async function end(tx: Executor, grant: GrantRow, action: string, caller: Caller, message: string): Promise<Outcome> {
  const event = eventOf(grant, action, caller);
  await endGrant(tx, grant, event);
  return { refusal: invalidGrant(message), event };
}

function eventOf(grant: GrantRow, action: string, { ip, requestId }: Caller): AuditEvent {
  const { user_id: uid, client_id: clientId, id: target, name } = grant;
  return { action, uid, clientId, target, ip, requestId, detail: { name, application: name } };
}

function present({ scopes }: GrantRow, access: string, refresh: string, expiresInS: number): Record<string, unknown> {
  return {
    access_token: access,
    token_type: 'Bearer',
    expires_in: expiresInS,
    refresh_token: refresh,
    scope: scopes.join(' '),
  };
}

function isVerifierOf(challenge: string, verifier: string): boolean {
  return /^[\w.~-]{43,128}$/.test(verifier) && hashOf(verifier).toString('base64url') === challenge;
}

function textOf(form: Form, name: string): string {
  const value = form[name];
  return typeof value === 'string' ? value : '';
}

function invalidGrant(message: string): OAuthError {
  return new OAuthError('invalid_grant', message);
}
