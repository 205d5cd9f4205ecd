import { randomBytes } from 'node:crypto';
import { type Bag, isBag } from '../graph/shape.ts';
import type { Reply } from '../http/exchange.ts';
import { decideTemplate } from '../life/templates.ts';
import { enqueueField } from '../life/updates.ts';
import { type ControlCall, ControlFault, invalid, readObject } from './call.ts';
import { type Reader, readFields, text } from './fields.ts';

const anyObject: Reader<Bag> = (value, name) => {
  if (!isBag(value)) throw invalid(`${name} must be an object`);
  return value;
};

/**
 * `POST …/webhooks {field, value}`: the business is told this, as the platform would: a review's end, a quality, a
 * restriction. The value goes out as it is given; without a subscription nothing goes out.
 */
export async function tellBusiness({ core, account, exchange }: ControlCall): Promise<Reply> {
  const body = await readObject(exchange);
  const { field, value } = readFields<{ field: string; value: Bag }>(body, { field: text(100), value: anyObject });
  if (field === undefined || !/^[a-z0-9_]+$/.test(field)) throw invalid('field must name a webhook field');
  core.books.write(() => enqueueField(core, account, field, value ?? {}));
  return { status: 202, json: { success: true } };
}

/** `POST …/templates/{id} {status?, reason?, quality?, other_info?}`: the platform decides about a template. */
export async function decide({ core, account, exchange, parts }: ControlCall): Promise<Reply> {
  const found = decideTemplate(core, account, parts[0] ?? '', await readObject(exchange));
  if (!found) throw new ControlFault(404, 'not_found', 'Template not found');
  return { status: 202, json: { success: true } };
}

/** `POST …/login-code`: a one-time code as the sign-up dialog would hand it out. */
export function createLoginCode({ core, account }: ControlCall): Reply {
  const login_code = randomBytes(24).toString('base64url');
  account.number = { ...account.number, login_code };
  core.books.write(() => core.accounts.save(account));
  return { status: 201, json: { code: login_code } };
}
