import type { ChatLink } from '@parley/contract/types';
import { auditChanges } from '../../../platform/auth/audit.ts';
import type { TenantTx } from '../../../platform/db/sql.ts';
import { AppError, invalid } from '../../../platform/errors.ts';
import { callId, hashRequest } from '../../../platform/http/idempotency.ts';
import type { Handlers } from '../../../platform/http/routing.ts';
import { isUuid } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findChannels } from '../repo.ts';
import {
  type ChatLinkRow,
  deleteChatLink,
  findChatLink,
  insertChatLink,
  listChatLinks,
  updateChatLink,
} from './chat-link-repo.ts';
import { createCode, messageOf } from './chat-link-text.ts';

/** A code is taken once in a billion; a second one is not taken too. */
const mostCodes = 3;

/** Links that open WhatsApp with a prepared message. */
export function chatLinkHandlers(platform: Platform): Handlers {
  const { withTenant } = platform.db;
  return {
    'GET /api/chat-links': async ({ actor }) => {
      const rows = await withTenant(actor.clientId, listChatLinks, { readOnly: true });
      return { status: 200, body: { data: rows.map(present) } };
    },
    'POST /api/chat-links': async (call, { body }) => {
      const { clientId, author } = call.actor;
      const id = callId(call, 'POST /api/chat-links', body.id);
      const { channel_id, name, text } = body;
      const request_hash = hashRequest([id, channel_id, name, text, author]);
      return withTenant(clientId, async (tx) => {
        const [channel] = await findChannels(tx, clientId, [channel_id]);
        if (channel === undefined) throw invalid('channel_id', 'This channel was not found.');
        if (channel.phone_number === '') throw invalid('channel_id', 'This channel has no phone number.');
        let created = false;
        for (let tries = 0; tries < mostCodes && !created; tries++) {
          const before = await findChatLink(tx, id);
          if (before !== null && !before.request_hash.equals(request_hash)) {
            throw new AppError('id_conflict', { message: 'Another chat link has this id.' });
          }
          if (before !== null) break;
          const row = { id, channel_id, name, text, code: createCode(), created_by: author, request_hash };
          created = await insertChatLink(tx, row);
        }
        const row = await getChatLink(tx, id);
        if (created) await auditChanges(tx, call, 'channels.link_created', id, null, auditedOf(row));
        return { status: created ? 201 : 200, body: present(row) };
      });
    },
    'PUT /api/chat-links/{id}': async (call, { params, body }) =>
      withTenant(call.actor.clientId, async (tx) => {
        const before = await getChatLink(tx, params.id);
        await updateChatLink(tx, before.id, body);
        const row = await getChatLink(tx, before.id);
        await auditChanges(tx, call, 'channels.link_changed', row.id, auditedOf(before), auditedOf(row));
        return { status: 200, body: present(row) };
      }),
    'DELETE /api/chat-links/{id}': async (call, { params }) => {
      await withTenant(call.actor.clientId, async (tx) => {
        const before = await getChatLink(tx, params.id);
        await deleteChatLink(tx, before.id);
        await auditChanges(tx, call, 'channels.link_removed', before.id, auditedOf(before), null);
      });
      return { status: 204, body: undefined };
    },
  };
}

/** @throws AppError not_found */
async function getChatLink(tx: TenantTx, id: string): Promise<ChatLinkRow> {
  const row = isUuid(id) ? await findChatLink(tx, id) : null;
  if (row === null) throw new AppError('not_found', { message: 'This chat link was not found.' });
  return row;
}

function auditedOf({ name, text, channel_id }: ChatLinkRow): object {
  return { name, text, channel_id };
}

function present({ request_hash: _hash, phone_number, created_at: at, ...row }: ChatLinkRow): ChatLink {
  const message = messageOf(row);
  const url = `https://wa.me/${phone_number.replace(/\D/g, '')}?text=${encodeURIComponent(message)}`;
  return { ...row, message, url, created_at: at.toISOString() };
}
