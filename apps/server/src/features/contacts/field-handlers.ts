import type { Handlers } from '../../platform/http/routing.ts';
import type { Platform } from '../../platform/platform.ts';
import { type FindFieldUses, listFieldUses } from './fields/field-uses.ts';
import {
  createCustomField,
  deleteCustomField,
  orderCustomFields,
  presentFields,
  updateCustomField,
} from './fields/fields.ts';
import type { OnFieldRenamed } from './fields/rename-field-repo.ts';
import { writeAndNotify } from './people/write.ts';

/** Custom fields of the account. */
export function fieldHandlers(
  platform: Platform,
  onRenamed: OnFieldRenamed,
  findUses: readonly FindFieldUses[],
): Handlers {
  const { withTenant } = platform.db;
  return {
    'GET /api/custom-fields': async ({ actor }) => ({
      status: 200,
      body: { data: await withTenant(actor.clientId, (tx) => presentFields(tx, actor), { readOnly: true }) },
    }),
    'GET /api/custom-fields/uses': async ({ actor }) => ({
      status: 200,
      body: { data: await withTenant(actor.clientId, (tx) => listFieldUses(tx, findUses), { readOnly: true }) },
    }),
    'POST /api/custom-fields': async (call, { body }) => {
      const { field, created } = await writeAndNotify(platform, call.actor.clientId, (tx) =>
        createCustomField(tx, call, body),
      );
      return { status: created ? 201 : 200, body: field };
    },
    'PUT /api/custom-fields/order': async ({ actor }, { body }) => ({
      status: 200,
      body: { data: await writeAndNotify(platform, actor.clientId, (tx) => orderCustomFields(tx, actor, body.names)) },
    }),
    'PUT /api/custom-fields/{name}': async (call, { params, body }) => ({
      status: 200,
      body: await writeAndNotify(platform, call.actor.clientId, (tx) =>
        updateCustomField(tx, call, params.name, body, onRenamed),
      ),
    }),
    'DELETE /api/custom-fields/{name}': async (call, { params }) => {
      await writeAndNotify(platform, call.actor.clientId, (tx) => deleteCustomField(tx, call, params.name));
      return { status: 204, body: undefined };
    },
  };
}
