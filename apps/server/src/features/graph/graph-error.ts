import { randomBytes } from 'node:crypto';
import type { ErrorCode } from '@parley/contract/errors';
import type { ApiRefusal } from '../../platform/http/inner-calls.ts';

/* Codes and their meaning: https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes */

/** A refusal in the form of the Graph API. */
export class GraphError extends Error {
  readonly status: number;
  readonly code: number;
  readonly subcode: number | undefined;
  readonly details: string;
  readonly retryAfterS: number | undefined;

  /** @param title Meta's words for the code @param details what is wrong and what to do */
  constructor(
    code: number,
    title: string,
    details: string,
    {
      status = 400,
      subcode,
      retryAfterS,
    }: { status?: number; subcode?: number; retryAfterS?: number | undefined } = {},
  ) {
    super(`(#${code}) ${title}`);
    this.code = code;
    this.status = status;
    this.subcode = subcode;
    this.details = details;
    this.retryAfterS = retryAfterS;
  }

  /** The body of the answer. */
  present(): object {
    return {
      error: {
        message: this.message,
        type: 'OAuthException',
        code: this.code,
        ...(this.subcode !== undefined && { error_subcode: this.subcode }),
        error_data: { messaging_product: 'whatsapp', details: this.details },
        is_transient: this.status >= 500 || this.status === 429,
        fbtrace_id: randomBytes(9).toString('base64url'),
      },
    };
  }
}

export const invalidParameter = (details: string): GraphError => new GraphError(100, 'Invalid parameter', details);

export const missingParameter = (name: string): GraphError =>
  new GraphError(131_008, 'Required parameter is missing', `The parameter ${name} is required.`);

export const missingNode = (id: string): GraphError =>
  new GraphError(
    100,
    'Unsupported request',
    `Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation.`,
    { subcode: 33 },
  );

type Meaning = readonly [code: number, title: string, status?: number];

const meanings: Partial<Record<ErrorCode, Meaning>> = {
  bad_request: [100, 'Invalid parameter'],
  budget_exceeded: [131_042, 'Business eligibility payment issue'],
  contact_blocked: [130_403, 'User is blocked'],
  forbidden: [10, 'Application does not have permission for this action', 403],
  id_conflict: [100, 'Invalid parameter'],
  media_refused: [131_053, 'Media upload error'],
  media_unusable: [131_053, 'Media upload error'],
  member_answers: [131_005, 'Access denied', 403],
  payload_too_large: [131_053, 'Media upload error'],
  storage_full: [131_053, 'Media upload error'],
  suppressed: [131_050, 'User has stopped messages from this business'],
  too_many_requests: [130_429, 'Rate limit hit', 429],
  unauthorized: [190, 'Invalid OAuth access token', 401],
  unavailable: [2, 'Service temporarily unavailable', 503],
  unsupported_media_type: [100, 'Invalid parameter'],
  window_closed: [131_047, 'Re-engagement message'],
};

const noKey = 'This is no API key of Parley, or it was revoked. Create one under “API keys” in the settings.';

/** A refusal of our API, in the words and codes of the Graph API. */
export function graphErrorOf(refusal: ApiRefusal): GraphError {
  const { status, error, retryAfterS } = refusal;
  return graphErrorFrom(error.code, detailsOf(error), status, error.data[0]?.field, retryAfterS);
}

export function graphErrorFrom(
  code: ErrorCode,
  details: string,
  status: number,
  field = '',
  retryAfterS?: number,
): GraphError {
  const [graphCode, title, graphStatus] = meanings[code] ?? meaningOf(status, field);
  return new GraphError(graphCode, title, code === 'unauthorized' ? noKey : details, {
    status: graphStatus ?? (status >= 500 ? status : 400),
    ...(retryAfterS !== undefined && { retryAfterS }),
  });
}

function meaningOf(status: number, field: string): Meaning {
  if (status >= 500) return [131_000, 'Something went wrong', 500];
  if (field.startsWith('template.components')) return [132_012, 'Parameter format does not match'];
  return [100, 'Invalid parameter'];
}

function detailsOf({ message, data }: ApiRefusal['error']): string {
  if (data.length === 0) return message;
  return data
    .map(({ field, msg }) => {
      const name = graphName(field);
      return name === '' ? msg : `${name}: ${msg}`;
    })
    .join(' ');
}

/** What programs call a field of ours; '' for one that their bodies do not have. */
function graphName(field: string): string {
  return /^(?:thread|channel)_id$/.test(field) ? '' : field.replace(/\bmedia_id$/, 'id');
}
