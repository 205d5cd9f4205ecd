import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/errors.ts';
import { readBuffers } from '../../../platform/http/body-reader.ts';
import { createCallRates } from '../../../platform/http/rate-limits.ts';
import { findSignatureProblem, hasSignatureForm, type SignedParts } from '../../../platform/http/signed-call.ts';
import { isUuid, newId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { sameSecret } from '../../../platform/secrets.ts';
import { findIncomingByAddress, type IncomingRow } from './incoming-repo.ts';
import { acceptedSecrets } from './incoming-secrets.ts';
import { createRefusedCallLog } from './note-refused.ts';
import { takeCall } from './take-call.ts';

const mostBytes = 65_536;
const callsPerSecond = 20;
const longestCallId = 200;

const refusals = {
  clock: 'The timestamp is more than five minutes away from this server’s clock.',
  secret: 'The secret is wrong.',
  signature: 'The signature is missing or wrong.',
};

type Address = { Params: { address: string } };

/**
 * `POST /hooks/in/{address}`: calls of other systems, signed by the Standard Webhooks convention. Tools that cannot sign send
 * the secret as a bearer token.
 */
export async function registerIncomingReceiver(app: FastifyInstance, platform: Platform): Promise<void> {
  const system = platform.db.system.statements('webhooks');
  const rates = createCallRates();
  const noteRefused = createRefusedCallLog(platform);

  async function webhookOf({ params }: FastifyRequest<Address>): Promise<IncomingRow> {
    const row = isUuid(params.address) ? await findIncomingByAddress(system, params.address) : null;
    if (row === null) throw new AppError('not_found', { message: 'This incoming webhook was not found.' });
    return row;
  }

  await app.register(async (scope) => {
    readBuffers(scope);
    scope.post<Address>('/hooks/in/:address', {
      bodyLimit: mostBytes,
      // Before a byte of the body is read.
      async onRequest(request) {
        const webhook = await webhookOf(request);
        const token = bearerOf(request);
        if (token === null ? !hasSignatureForm(signedPartsOf(request)) : !hasSecret(webhook, token)) {
          throw await refused(webhook, token === null ? 'signature' : 'secret');
        }
      },
      async handler(request, reply) {
        const webhook = await webhookOf(request);
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const token = bearerOf(request);
        if (token === null) {
          const secrets = acceptedSecrets(platform, webhook, Date.now());
          const problem = findSignatureProblem({ ...signedPartsOf(request), body }, secrets, Date.now());
          if (problem !== null) throw await refused(webhook, problem);
        } else if (!hasSecret(webhook, token)) throw await refused(webhook, 'secret');
        const waitS = rates.wait(webhook.id, callsPerSecond);
        if (waitS > 0) {
          throw new AppError('too_many_requests', {
            message: `This address takes ${callsPerSecond} calls a second. Try again in a moment.`,
            retryAfterS: waitS,
          });
        }
        const callId = callIdOf(request);
        // PostgreSQL does not store NUL.
        const text = body.toString('utf8').replaceAll('\u0000', '');
        return reply.code(200).send(await takeCall(platform, webhook, { callId, body: text }));
      },
    });
  });

  async function refused(webhook: IncomingRow, problem: keyof typeof refusals): Promise<AppError> {
    const message = refusals[problem];
    await noteRefused(webhook, message);
    return new AppError('unauthorized', { message });
  }

  function hasSecret(webhook: IncomingRow, token: string): boolean {
    return acceptedSecrets(platform, webhook, Date.now()).some((secret) => sameSecret(secret, token));
  }
}

function headerOf({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}

function bearerOf(request: Pick<FastifyRequest, 'headers'>): string | null {
  return /^bearer (.+)$/i.exec(headerOf(request, 'authorization'))?.[1]?.trim() ?? null;
}

function signedPartsOf(request: Pick<FastifyRequest, 'headers'>): Omit<SignedParts, 'body'> {
  const header = (name: string) => headerOf(request, name);
  return { id: header('webhook-id'), timestamp: header('webhook-timestamp'), signature: header('webhook-signature') };
}

/** Signed calls have an id; others may have one, so that a repetition has no second effect. */
function callIdOf(request: Pick<FastifyRequest, 'headers'>): string {
  const given = headerOf(request, 'webhook-id') || headerOf(request, 'idempotency-key');
  if (given.length > longestCallId) {
    throw new AppError('validation_failed', {
      data: [{ field: 'webhook-id', msg: `At most ${longestCallId} characters.` }],
    });
  }
  return given === '' ? newId() : given;
}
