import { createHash, randomBytes } from 'node:crypto';
import type { ApplicationScope, AskingApplication, AuthorizationRequest } from '@parley/contract/types';
import type { Call, MemberActor } from '../../../platform/auth/actor.ts';
import { auditEventOf, logAudit, writeAudit } from '../../../platform/auth/audit.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { insertApplicationSession, requireRecent } from '../../identity/public.ts';
import type { Application } from './application-metadata.ts';
import { markLetIn } from './application-repo.ts';
import { findApplication } from './applications.ts';
import { insertGrant } from './grant-repo.ts';
import { resourceOf } from './metadata.ts';
import { destinationOf, findRedirectProblem, isKnownRedirect } from './redirects.ts';
import { readScopes } from './scopes.ts';

const codeLifeS = 60;

type Asked = { application: Application; scopes: ApplicationScope[] };

/** Which application asks, and for what. @throws AppError validation_failed in words for the member */
export async function describeRequest(platform: Platform, request: AuthorizationRequest): Promise<AskingApplication> {
  const { application, scopes } = await check(platform, request);
  const { name, host } = application;
  return { name, host, destination: destinationOf(request.redirect_uri), scopes };
}

/**
 * Lets an application act for a member, or refuses it.
 * @param allow nothing: refused
 * @returns the address of the application, with the code or the refusal
 * @throws AppError validation_failed; requires-recent-login, because access lasts
 */
export async function decideRequest(
  platform: Platform,
  call: Call<MemberActor>,
  request: AuthorizationRequest,
  allow: readonly ApplicationScope[],
): Promise<string> {
  const { application, scopes } = await check(platform, request);
  const base = platform.publicUrl();
  const back = { ...(request.state !== '' && { state: request.state }), iss: base };
  if (allow.length === 0) {
    const refused = { error: 'access_denied', error_description: 'The member refused access.' };
    return addressWith(request.redirect_uri, { ...refused, ...back });
  }
  if (!allow.includes('read')) throw invalid('allow', 'Writing needs reading.');
  if (allow.some((scope) => !scopes.includes(scope))) throw invalid('allow', 'The application does not ask for this.');
  requireRecent(call.actor);
  const code = `wa_code_${randomBytes(32).toString('base64url')}`;
  const { actor, ip, userAgent } = call;
  const id = newId();
  const event = auditEventOf(call, 'assistants.connected', id, {
    name: application.name,
    scopes: [...allow],
    redirect_uri: request.redirect_uri,
  });
  await platform.db.system.transaction('assistants', async (tx) => {
    const session = {
      id,
      userId: actor.uid,
      clientId: actor.clientId,
      // Nobody has the token that this would be the hash of: the application renews with its own.
      tokenHash: randomBytes(32),
      ip,
      userAgent: userAgent.slice(0, 400),
      application: application.name,
    };
    if (!(await insertApplicationSession(tx, session, actor.sid))) throw new AppError('unauthorized');
    await insertGrant(tx, {
      clientId: actor.clientId,
      id,
      userId: actor.uid,
      applicationId: application.id,
      name: application.name,
      redirectUri: request.redirect_uri,
      scopes: allow.includes('write') ? ['read', 'write'] : ['read'],
      codeHash: hashOf(code),
      challenge: request.code_challenge,
      codeLifeS,
    });
    if (application.host === null) await markLetIn(tx, application.id);
    await writeAudit(tx, event);
  });
  logAudit(platform.log, event);
  return addressWith(request.redirect_uri, { code, ...back });
}

/**
 * Nothing is sent to an address before a member decided, and never to one that the application did not name: errors are
 * shown here, so that nobody uses this address to lead people elsewhere.
 */
async function check(platform: Platform, request: AuthorizationRequest): Promise<Asked> {
  const application = await findApplication(platform, request.client_id);
  if (application === null) {
    const message = 'This application isn’t known here. Remove Parley in the application, then add it again.';
    throw invalid('client_id', message);
  }
  const { redirect_uri: redirect } = request;
  if (findRedirectProblem(redirect) !== null || !isKnownRedirect(application.redirectUris, redirect)) {
    throw invalid('redirect_uri', 'The application did not register the address that it wants to be called back at.');
  }
  if (request.response_type !== 'code') throw invalid('response_type', 'The application has to ask for a code.');
  if (request.code_challenge_method !== 'S256' || !/^[\w-]{43}$/.test(request.code_challenge)) {
    throw invalid('code_challenge', 'The application has to protect its request by PKCE with S256.');
  }
  if (!isResource(platform, request.resource)) {
    throw invalid('resource', 'The application asks for access to something else than Parley.');
  }
  const scopes = readScopes(request.scope);
  if (scopes === null) throw invalid('scope', 'The application asks for rights that don’t exist here.');
  return { application, scopes };
}

/** Whether a token may be for it; without one it is for the only resource there is. */
export function isResource(platform: Platform, text: string): boolean {
  return text === '' || text.replace(/\/$/, '') === resourceOf(platform.publicUrl());
}

function addressWith(redirect: string, values: Record<string, string>): string {
  const url = new URL(redirect);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  return url.href;
}

export function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
