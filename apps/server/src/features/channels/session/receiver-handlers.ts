import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/errors.ts';
import { readBuffers } from '../../../platform/http/body-reader.ts';
import { findSignatureProblem, hasSignatureForm, type SignedParts } from '../../../platform/http/signed-call.ts';
import { isUuid } from '../../../platform/ids.ts';
import type { ChannelDirectory, Receiver } from '../directory.ts';
import { findFileProblem, toWebhookPayload } from './inbound.ts';

/** The same limit as for WhatsApp's deliveries. */
const deliveryLimitBytes = 4 * 1_048_576;

/** Stores a delivery before it is acknowledged, in the raw store. */
export type StoreDelivery = (delivery: { channelId: string; clientId: string; body: Buffer }) => Promise<void>;

/** `POST /webhooks/session/{channel_id}`: signed deliveries of an adapter, ingested like WhatsApp's. */
export async function registerSessionReceiver(
  app: FastifyInstance,
  directory: ChannelDirectory,
  store: StoreDelivery,
): Promise<void> {
  async function receiverOf(id: string): Promise<Receiver> {
    const receiver = isUuid(id) ? await directory.receiver(id.toLowerCase()) : null;
    if (receiver?.kind === 'SESSION') return receiver;
    throw new AppError('not_found', { message: 'This channel was not found.' });
  }

  await app.register(async (scope) => {
    readBuffers(scope);
    scope.post<{ Params: { channel_id: string } }>('/webhooks/session/:channel_id', {
      bodyLimit: deliveryLimitBytes,
      // Before a byte of the body is read.
      async onRequest(request) {
        await receiverOf(request.params.channel_id);
        if (!hasSignatureForm(signedPartsOf(request))) throw refused('signature');
      },
      async handler(request, reply) {
        const receiver = await receiverOf(request.params.channel_id);
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const problem = findSignatureProblem({ ...signedPartsOf(request), body }, receiver.appSecrets, Date.now());
        if (problem !== null) throw refused(problem);
        const payload = toWebhookPayload(receiver, body);
        if (payload === null) {
          throw new AppError('validation_failed', {
            data: [{ field: 'body', msg: 'Send {"messages": […]} or {"statuses": […]} as JSON.' }],
          });
        }
        const badFile = findFileProblem(body);
        if (badFile !== null) throw new AppError('validation_failed', { data: [badFile] });
        await store({ channelId: receiver.channelId, clientId: receiver.clientId, body: payload });
        return reply.code(200).send({ received: true });
      },
    });
  });
}

function signedPartsOf({ headers }: Pick<FastifyRequest, 'headers'>): Omit<SignedParts, 'body'> {
  const header = (name: string) => {
    const value = headers[name];
    return typeof value === 'string' ? value : '';
  };
  return { id: header('webhook-id'), timestamp: header('webhook-timestamp'), signature: header('webhook-signature') };
}

function refused(problem: 'signature' | 'clock'): AppError {
  const message =
    problem === 'clock'
      ? 'The timestamp is more than five minutes away from this server’s clock.'
      : 'The signature is missing or wrong.';
  return new AppError('unauthorized', { message });
}
