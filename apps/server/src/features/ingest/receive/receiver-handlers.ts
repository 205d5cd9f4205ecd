import { answerHandshake, isSignature, verifySignature } from '@parley/whatsapp-client';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Executor } from '../../../platform/db/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import { readBuffers } from '../../../platform/http/body-reader.ts';
import { isUuid } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type ChannelDirectory, operatorReceiver, type Receiver } from '../../channels/public.ts';
import type { RawStore } from '../raw/raw-store.ts';
import { countBadSignatures } from './bad-signature-repo.ts';

/** WhatsApp posts up to 3 MB; a larger body is not from WhatsApp. */
const deliveryLimitBytes = 4 * 1_048_576;

/**
 * WhatsApp's webhooks: verifies the signature with the channel's app secret and stores the raw bytes before it
 * answers; the applier does the rest.
 */
export async function registerReceiver(
  app: FastifyInstance,
  platform: Platform,
  directory: ChannelDirectory,
  store: RawStore,
): Promise<void> {
  const refusals = countRefusals(platform);
  await app.register(async (scope) => {
    readBuffers(scope);

    /** @param channelId undefined at the operator's own address */
    async function receiverOf(channelId: string | undefined): Promise<Receiver> {
      const isChannel = channelId !== undefined && isUuid(channelId) && channelId !== operatorReceiver;
      const id = channelId === undefined ? operatorReceiver : isChannel ? channelId.toLowerCase() : null;
      const receiver = id === null ? null : await directory.receiver(id);
      if (receiver === null) throw new AppError('not_found', { message: 'This channel was not found.' });
      return receiver;
    }

    function refused(receiver: Receiver): AppError {
      refusals.add(receiver);
      return new AppError('unauthorized', { message: 'The signature is missing or wrong.' });
    }

    for (const address of ['/webhooks/whatsapp/:channel_id', '/webhooks/whatsapp']) {
      scope.get<Address>(address, async (request, reply) => {
        const receiver = await receiverOf(request.params.channel_id);
        const challenge = answerHandshake(handshakeOf(request.query), [receiver.verifyToken]);
        if (challenge === null) throw new AppError('forbidden', { message: 'The verify token is not this channel’s.' });
        return reply.type('text/plain').send(challenge);
      });

      scope.post<Address>(address, {
        bodyLimit: deliveryLimitBytes,
        // Runs before any byte of the body is read.
        async onRequest(request) {
          const receiver = await receiverOf(request.params.channel_id);
          if (!isSignature(signatureOf(request))) throw refused(receiver);
        },
        async handler(request, reply) {
          const receiver = await receiverOf(request.params.channel_id);
          const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
          if (verifySignature(body, signatureOf(request), receiver.appSecrets) < 0) throw refused(receiver);
          await store.put({ channelId: receiver.channelId, clientId: receiver.clientId, body });
          return reply.code(200).send();
        },
      });
    }
  });
}

type Query = Record<string, string | string[]>;
type Address = { Params: { channel_id?: string }; Querystring: Query };

function signatureOf({ headers }: FastifyRequest<Address>): string | undefined {
  const header = headers['x-hub-signature-256'];
  return Array.isArray(header) ? header[0] : header;
}

function handshakeOf(query: Query) {
  const one = (name: string) => {
    const value = query[name];
    return typeof value === 'string' ? value : undefined;
  };
  return { mode: one('hub.mode'), challenge: one('hub.challenge'), verifyToken: one('hub.verify_token') };
}

/**
 * Counts wrong signatures and writes the counts once a second, so that a flood of them costs one statement a second.
 */
function countRefusals(platform: Platform): { add(receiver: Receiver): void } {
  const system: Executor = platform.db.system.statements('ingest');
  const counts = new Map<string, { receiver: Receiver; n: number }>();
  let scheduled = false;
  function write(): void {
    scheduled = false;
    const entries = [...counts.values()];
    counts.clear();
    countBadSignatures(
      system,
      entries.map(({ receiver, n }) => ({ clientId: receiver.clientId, channelId: receiver.channelId, n })),
    ).catch((error: unknown) => platform.log.warn({ err: error }, 'ingest: wrong signatures could not be counted'));
  }
  return {
    add(receiver) {
      // The operator's own address has no statistics.
      if (receiver.clientId === operatorReceiver) return;
      const entry = counts.get(receiver.channelId) ?? { receiver, n: 0 };
      entry.n++;
      counts.set(receiver.channelId, entry);
      if (!scheduled) setTimeout(write, 1_000).unref();
      scheduled = true;
    },
  };
}
