import { templatesOf } from '../engine/templates.ts';
import type { Reply } from '../http/exchange.ts';
import type { Account } from '../storage/accounts.ts';
import { type GraphCall, pickFields } from './call.ts';
import { noSuchObject } from './errors.ts';
import { healthOf } from './health.ts';
import { presentMedia } from './media.ts';
import { readNumber } from './numbers.ts';
import { changeNumber } from './registration.ts';
import { requirePermission } from './require.ts';
import type { JsonObject } from './shape.ts';
import { editTemplate, presentTemplate } from './templates.ts';
import { continueUpload, isUpload, readUpload } from './uploads.ts';

/** `GET /{id}`: a number, a WhatsApp Business account, a template or a media file, whichever has that id. */
export function readNode(call: GraphCall): Reply {
  const { core, account, exchange, id } = call;
  const { searchParams } = exchange.url;
  if (isUpload(id)) return readUpload(call);
  if (id === account.phone_number_id) {
    requirePermission(account, 'whatsapp_business_management');
    return readNumber(call);
  }
  if (id === account.waba_id) {
    requirePermission(account, 'whatsapp_business_management');
    return {
      status: 200,
      json: pickFields(wabaNode(account), searchParams, ['id', 'name', 'timezone_id', 'currency']),
    };
  }
  const template = templatesOf(account).find((one) => one.id === id);
  if (template) {
    requirePermission(account, 'whatsapp_business_management');
    const node = { health_status: healthOf(account, 'MESSAGE_TEMPLATE', id) };
    const asked = searchParams.get('fields') === 'health_status';
    return { status: 200, json: asked ? { ...node, id } : presentTemplate(template, searchParams) };
  }
  const file = core.media.find(account.key, id);
  if (!file) throw noSuchObject(id);
  requirePermission(account, 'whatsapp_business_messaging');
  return { status: 200, json: presentMedia(call, file) };
}

/** `POST /{id}`: something of a number, a template's edit, or bytes of an upload. */
export function changeNode(call: GraphCall): Promise<Reply> {
  if (isUpload(call.id)) return continueUpload(call);
  if (call.id === call.account.phone_number_id) return changeNumber(call);
  const template = templatesOf(call.account).find((one) => one.id === call.id);
  if (template) return editTemplate(call, template);
  throw noSuchObject(call.id);
}

function wabaNode(account: Account): JsonObject {
  const { waba_id, verified_name } = account;
  return {
    id: waba_id,
    name: verified_name,
    timezone_id: '1',
    currency: 'USD',
    message_template_namespace: `sandbox_${waba_id}`,
    account_review_status: 'APPROVED',
    marketing_messages_onboarding_status: account.faults.marketing_onboarded ? 'ONBOARDED' : 'ELIGIBLE',
    owner_business_info: { id: `9${waba_id}`, name: verified_name },
    health_status: healthOf(account, 'WABA', waba_id),
  };
}
