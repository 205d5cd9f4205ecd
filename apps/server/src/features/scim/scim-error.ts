import type { ErrorCode } from '@parley/contract/errors';
import { AppError, isDatabaseUnavailable, pgCode } from '../../platform/errors.ts';

/** https://www.rfc-editor.org/rfc/rfc7644#section-3.12 */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'uniqueness';

/** A refusal as SCIM writes it. */
export class ScimError extends Error {
  readonly status: number;
  readonly scimType: ScimType | undefined;
  readonly retryAfterS: number | undefined;

  constructor(status: number, detail: string, scimType?: ScimType, retryAfterS?: number) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
    this.retryAfterS = retryAfterS;
  }

  /** The body of the answer. */
  present(): object {
    return {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: String(this.status),
      ...(this.scimType !== undefined && { scimType: this.scimType }),
      detail: this.message,
    };
  }
}

export const invalidValue = (attribute: string, problem: string): ScimError =>
  new ScimError(400, `${attribute}: ${problem}`, 'invalidValue');

export const invalidSyntax = (detail: string): ScimError => new ScimError(400, detail, 'invalidSyntax');

export const resourceNotFound = (kind: 'User' | 'Group', id: string): ScimError =>
  new ScimError(404, `There is no ${kind} with the id ${id.slice(0, 100)}.`);

const conflicts: ReadonlySet<ErrorCode> = new Set(['account_exists', 'already_member', 'id_conflict', 'name_taken']);

/** Any error as SCIM writes it; 500 for what nobody expected. */
export function toScimError(error: unknown): ScimError {
  if (error instanceof ScimError) return error;
  if (error instanceof AppError) {
    const { code, status, message, retryAfterS } = error;
    if (conflicts.has(code)) return new ScimError(409, message, 'uniqueness');
    if (code === 'validation_failed') return new ScimError(400, message, 'invalidValue');
    if (code === 'bad_request') return invalidSyntax(message);
    return new ScimError(status, message, undefined, retryAfterS);
  }
  // PostgreSQL’s texts have every character but this one.
  if (pgCode(error) === '22021') return new ScimError(400, 'A text has the character U+0000.', 'invalidValue');
  if (pgCode(error) === '23505') return new ScimError(409, 'Another one has this externalId.', 'uniqueness');
  if (isDatabaseUnavailable(error)) return new ScimError(503, 'Try again in a moment.', undefined, 1);
  const { statusCode } = error as { statusCode?: number };
  if (statusCode === 415) return new ScimError(415, 'Send application/scim+json.');
  if (statusCode !== undefined && statusCode < 500) return invalidSyntax('The request couldn’t be read.');
  return new ScimError(500, 'There was a problem processing the request. Try again later.');
}
