import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../../platform/errors.ts';
import { isUuid } from '../../../platform/ids.ts';
import type { ChannelDirectory } from '../directory.ts';
import { problemOfFiles, toIntake } from './inbound.ts';
import { problemOfSignature } from './protocol.ts';

/** As for WhatsApp's own deliveries. */
const deliveryLimitBytes = 4 * 1_048_576;

/** Stores a delivery before it is answered; the inbox's raw store. */
export type StoreDelivery = (delivery: { channelId: string; clientId: string; body: Buffer }) => Promise<void>;

/** `POST /webhooks/session/{channel_id}`: what an adapter tells, signed; it goes the way of WhatsApp's deliveries. */
export async function registerSessionReceiver(
  app: FastifyInstance,
  directory: ChannelDirectory,
  store: StoreDelivery,
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: deliveryLimitBytes }, (_request, body, done) => {
      done(null, body);
    });
    scope.post<{ Params: { channel_id: string } }>(
      '/webhooks/session/:channel_id',
      { bodyLimit: deliveryLimitBytes },
      async (request, reply) => {
        const { channel_id: id } = request.params;
        const receiver = isUuid(id) ? await directory.receiver(id.toLowerCase()) : null;
        if (receiver === null || receiver.kind !== 'SESSION') {
          throw new AppError('not_found', { message: 'This channel was not found.' });
        }
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        checkSignature(request, body, receiver.appSecrets);
        const intake = toIntake(receiver, body);
        if (intake === null) {
          throw new AppError('validation_failed', {
            data: [{ field: 'body', msg: 'Send {"messages": […]} or {"statuses": […]} as JSON.' }],
          });
        }
        const badFile = problemOfFiles(body);
        if (badFile !== null) throw new AppError('validation_failed', { data: [badFile] });
        await store({ channelId: receiver.channelId, clientId: receiver.clientId, body: intake });
        return reply.code(200).send({ received: true });
      },
    );
  });
}

function checkSignature(request: FastifyRequest, body: Buffer, secrets: readonly string[]): void {
  const header = (name: string) => {
    const value = request.headers[name];
    return typeof value === 'string' ? value : '';
  };
  const problem = problemOfSignature(
    { id: header('webhook-id'), timestamp: header('webhook-timestamp'), signature: header('webhook-signature'), body },
    secrets,
    Date.now(),
  );
  if (problem === null) return;
  const message =
    problem === 'clock'
      ? 'The timestamp is more than five minutes away from this server’s clock.'
      : 'The signature is missing or wrong.';
  throw new AppError('unauthorized', { message });
}
