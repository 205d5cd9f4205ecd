import { randomBytes } from 'node:crypto';
import { errorDetailsOf } from './error-catalogue.ts';

/** A call that the Graph API refuses. Becomes the platform's error envelope. */
export class GraphError extends Error {
  readonly code: number;
  readonly details: string;
  readonly subcode: number | undefined;

  /**
   * @param code error code of the platform
   * @param details the exact problem, as text
   */
  constructor(code: number, details: string, subcode?: number) {
    super(`(#${code}) ${errorDetailsOf(code).title}`);
    this.code = code;
    this.details = details;
    this.subcode = subcode;
  }

  get http(): number {
    return errorDetailsOf(this.code).http;
  }
}

/** Codes about the caller and the path rather than about a message; they have neither `error_data` nor `(#code)`. */
const withoutData = new Set([0, 101, 104, 190, 2500]);

/** The error envelope of a synchronous answer. */
export function presentGraphError(error: GraphError) {
  const { code, details, subcode } = error;
  const aboutObject = code === 100 && subcode === 33;
  const plain = withoutData.has(code) || aboutObject;
  return {
    error: {
      message: plain ? details : error.message,
      type: aboutObject ? 'GraphMethodException' : 'OAuthException',
      code,
      ...(plain ? {} : { error_data: { messaging_product: 'whatsapp', details } }),
      ...(subcode === undefined ? {} : { error_subcode: subcode }),
      fbtrace_id: randomBytes(9).toString('base64url').slice(0, 11),
    },
  };
}

/** The other shape, of an error inside a webhook. */
export function presentWebhookError(code: number, details: string) {
  const { title } = errorDetailsOf(code);
  return {
    code,
    title,
    message: title,
    error_data: { details },
    href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
  };
}

/** No object of that id for this token: Meta does not distinguish a missing one from another account's. */
export function noSuchObject(id: string): GraphError {
  return new GraphError(
    100,
    `Unsupported request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
    33,
  );
}
