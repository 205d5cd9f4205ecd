import { answerHandshake, verifySignature } from '@parley/whatsapp-client';
import type { FastifyInstance } from 'fastify';
import type { Executor } from '../../../platform/db/sql.ts';
import { AppError } from '../../../platform/errors.ts';
import { isUuid } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type ChannelDirectory, operatorsAddress, type Receiver } from '../../channels/public.ts';
import { countBadSignatures } from './counter-repo.ts';
import type { RawStore } from './raw-store.ts';

/** WhatsApp posts up to 3 MB; what is larger is not from WhatsApp. */
const deliveryLimitBytes = 4 * 1_048_576;

/**
 * The webhook addresses. The raw bytes are checked against the channel's app secret and stored before the answer;
 * understanding them is the applier's work.
 */
export async function registerReceiver(
  app: FastifyInstance,
  platform: Platform,
  directory: ChannelDirectory,
  store: RawStore,
): Promise<void> {
  const refusals = countRefusals(platform);
  await app.register(async (scope) => {
    // Only this scope takes any body as bytes; JSON routes elsewhere keep their parser.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: deliveryLimitBytes }, (_request, body, done) => {
      done(null, body);
    });

    /** @param channelId undefined at the operator's own address */
    async function receiverOf(channelId: string | undefined): Promise<Receiver> {
      const isChannel = channelId !== undefined && isUuid(channelId) && channelId !== operatorsAddress;
      const id = channelId === undefined ? operatorsAddress : isChannel ? channelId.toLowerCase() : null;
      const receiver = id === null ? null : await directory.receiver(id);
      if (receiver === null) throw new AppError('not_found', { message: 'This channel was not found.' });
      return receiver;
    }

    for (const address of ['/webhooks/whatsapp/:channel_id', '/webhooks/whatsapp']) {
      scope.get<Address>(address, async (request, reply) => {
        const receiver = await receiverOf(request.params.channel_id);
        const challenge = answerHandshake(handshakeOf(request.query), [receiver.verifyToken]);
        if (challenge === null) throw new AppError('forbidden', { message: 'The verify token is not this channel’s.' });
        return reply.type('text/plain').send(challenge);
      });

      scope.post<Address>(address, { bodyLimit: deliveryLimitBytes }, async (request, reply) => {
        const receiver = await receiverOf(request.params.channel_id);
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const header = request.headers['x-hub-signature-256'];
        if (verifySignature(body, Array.isArray(header) ? header[0] : header, receiver.appSecrets) < 0) {
          refusals.add(receiver);
          throw new AppError('unauthorized', { message: 'The signature is missing or wrong.' });
        }
        await store.put({ channelId: receiver.channelId, clientId: receiver.clientId, body });
        return reply.code(200).send();
      });
    }
  });
}

type Query = Record<string, string | string[]>;
type Address = { Params: { channel_id?: string }; Querystring: Query };

function handshakeOf(query: Query) {
  const one = (name: string) => {
    const value = query[name];
    return typeof value === 'string' ? value : undefined;
  };
  return { mode: one('hub.mode'), challenge: one('hub.challenge'), verifyToken: one('hub.verify_token') };
}

/** Wrong signatures are counted a second at a time, so that a flood of them costs one statement. */
function countRefusals(platform: Platform): { add(receiver: Receiver): void } {
  const system: Executor = platform.db.system.statements('intake');
  const counts = new Map<string, { receiver: Receiver; n: number }>();
  let scheduled = false;
  function write(): void {
    scheduled = false;
    const entries = [...counts.values()];
    counts.clear();
    countBadSignatures(
      system,
      entries.map(({ receiver, n }) => ({ clientId: receiver.clientId, channelId: receiver.channelId, n })),
    ).catch((error: unknown) => platform.log.warn({ err: error }, 'wrong signatures could not be counted'));
  }
  return {
    add(receiver) {
      // The operator's own address is in nobody's books.
      if (receiver.clientId === operatorsAddress) return;
      const entry = counts.get(receiver.channelId) ?? { receiver, n: 0 };
      entry.n++;
      counts.set(receiver.channelId, entry);
      if (!scheduled) setTimeout(write, 1_000).unref();
      scheduled = true;
    },
  };
}
