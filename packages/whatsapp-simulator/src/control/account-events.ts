import { randomBytes } from 'node:crypto';
import { decideTemplate } from '../engine/templates.ts';
import { enqueueField } from '../engine/updates.ts';
import { isJsonObject, type JsonObject } from '../graph/shape.ts';
import type { Reply } from '../http/exchange.ts';
import { type ControlCall, ControlFault, invalid, readObject } from './call.ts';
import { type Reader, readFields, text } from './fields.ts';

const anyObject: Reader<JsonObject> = (value, name) => {
  if (!isJsonObject(value)) throw invalid(`${name} must be an object`);
  return value;
};

/**
 * `POST …/webhooks {field, value}`: sends a field update to the business, such as the end of a review, a quality or a
 * restriction. The value is sent unchanged, and only if the business is subscribed.
 */
export async function sendFieldUpdate({ core, account, exchange }: ControlCall): Promise<Reply> {
  const body = await readObject(exchange);
  const { field, value } = readFields<{ field: string; value: JsonObject }>(body, {
    field: text(100),
    value: anyObject,
  });
  if (field === undefined || !/^[a-z0-9_]+$/.test(field)) throw invalid('field must name a webhook field');
  core.database.write(() => enqueueField(core, account, field, value ?? {}));
  return { status: 202, json: { success: true } };
}

/** `POST …/templates/{id} {status?, reason?, quality?, other_info?}`: a decision of the platform about a template. */
export async function decideTemplateReview({ core, account, exchange, parts }: ControlCall): Promise<Reply> {
  const found = decideTemplate(core, account, parts[0] ?? '', await readObject(exchange));
  if (!found) throw new ControlFault(404, 'not_found', 'Template not found');
  return { status: 202, json: { success: true } };
}

/** `POST …/login-code`: a one-time code like that of the sign-up dialog. */
export function createLoginCode({ core, account }: ControlCall): Reply {
  const login_code = randomBytes(24).toString('base64url');
  account.number = { ...account.number, login_code };
  core.database.write(() => core.accounts.save(account));
  return { status: 201, json: { code: login_code } };
}
