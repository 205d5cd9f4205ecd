/** The platform's texts of one error code. */
export interface ErrorDetails {
  title: string;
  /** HTTP status of the synchronous answer. */
  http: number;
  /** Reported only by a `failed` status after the send was accepted. */
  later?: true;
}

/**
 * Error codes of the messaging calls with the HTTP status of the platform's table of December 2025; 400 for codes
 * without one. `later` marks errors that are known only after the platform has tried.
 */
export const errorCatalogue: ReadonlyMap<number, ErrorDetails> = new Map<number, ErrorDetails>([
  [0, { title: 'AuthException', http: 401 }],
  [1, { title: 'API Unknown', http: 400 }],
  [2, { title: 'API Service', http: 503 }],
  [3, { title: 'API Method', http: 500 }],
  [4, { title: 'API Too Many Calls', http: 400 }],
  [10, { title: 'Permission Denied', http: 403 }],
  [15, { title: 'An app access token is needed', http: 400 }],
  [33, { title: 'Parameter value is not valid', http: 400 }],
  [100, { title: 'Invalid parameter', http: 400 }],
  [101, { title: 'Error validating application', http: 400 }],
  [104, { title: 'An access token is required', http: 401 }],
  [190, { title: 'Access token has expired', http: 401 }],
  [200, { title: 'API Permission', http: 403 }],
  [368, { title: 'Temporarily blocked for policies violations', http: 403 }],
  [2200, { title: 'Callback verification failed', http: 400 }],
  [2500, { title: 'Unknown path components', http: 400 }],
  [80007, { title: 'Rate limit issues', http: 400 }],
  [130403, { title: 'You have blocked this user', http: 400 }],
  [130429, { title: 'Rate limit hit', http: 400 }],
  [130472, { title: "User's number is part of an experiment", http: 400, later: true }],
  [130497, { title: 'Business account is restricted from messaging users in this country', http: 403 }],
  [131000, { title: 'Something went wrong', http: 500 }],
  [131005, { title: 'Access denied', http: 403 }],
  [131008, { title: 'Required parameter is missing', http: 400 }],
  [131009, { title: 'Parameter value is not valid', http: 400 }],
  [131016, { title: 'Service unavailable', http: 500 }],
  [131021, { title: 'Recipient cannot be sender', http: 400 }],
  [131026, { title: 'Message undeliverable', http: 400, later: true }],
  [131030, { title: 'Recipient phone number not in allowed list', http: 400 }],
  [131031, { title: 'Account has been locked', http: 403 }],
  [131037, { title: 'Display name needs approval', http: 400 }],
  [131042, { title: 'Business eligibility payment issue', http: 400, later: true }],
  [131045, { title: 'Incorrect certificate', http: 500 }],
  [131047, { title: 'Re-engagement message', http: 400, later: true }],
  [131048, { title: 'Spam rate limit hit', http: 400 }],
  [131049, { title: 'Not delivered to keep the ecosystem engagement healthy', http: 400, later: true }],
  [131050, { title: 'User has stopped marketing messages', http: 400, later: true }],
  [131051, { title: 'Unsupported message type', http: 400 }],
  [131052, { title: 'Media download error', http: 400, later: true }],
  [131053, { title: 'Media upload error', http: 400, later: true }],
  [131055, { title: 'Method not allowed', http: 400 }],
  [131056, { title: 'Pair rate limit hit', http: 400 }],
  [131057, { title: 'Account in maintenance mode', http: 500 }],
  [131062, { title: 'Business-scoped user id not allowed for this message', http: 400 }],
  [131063, { title: 'Marketing templates are disabled', http: 400 }],
  [131064, { title: 'Messaging limited after misclassified templates', http: 400 }],
  [132000, { title: 'Template parameter count mismatch', http: 400 }],
  [132001, { title: 'Template does not exist', http: 404 }],
  [132005, { title: 'Template hydrated text too long', http: 400 }],
  [132007, { title: 'Template format character policy violated', http: 400 }],
  [132008, { title: 'Template parameter value invalid', http: 400 }],
  [132012, { title: 'Template parameter format mismatch', http: 400 }],
  [132015, { title: 'Template is paused', http: 400 }],
  [132016, { title: 'Template is disabled', http: 400 }],
  [132018, { title: 'Template validation error', http: 400 }],
  [132068, { title: 'Flow is blocked', http: 400 }],
  [132069, { title: 'Flow is throttled', http: 400 }],
  [133000, { title: 'Incomplete deregistration', http: 500 }],
  [133004, { title: 'Server temporarily unavailable', http: 503 }],
  [133005, { title: 'Two step verification PIN mismatch', http: 400 }],
  [133006, { title: 'Phone number re-verification needed', http: 400 }],
  [133008, { title: 'Too many two step verification PIN guesses', http: 400 }],
  [133009, { title: 'Two step verification PIN guessed too fast', http: 400 }],
  [133010, { title: 'Phone number not registered', http: 400 }],
  [133015, { title: 'Please wait a few minutes before registering', http: 400 }],
  [133016, { title: 'Account register and deregister rate limit hit', http: 400 }],
  [134011, { title: 'Payments terms not accepted', http: 400 }],
  [134100, { title: 'Only marketing messages are supported', http: 400 }],
  [134101, { title: 'The template is still being synced', http: 400 }],
  [134102, { title: 'The template is unavailable', http: 500 }],
  [135000, { title: 'Generic user error', http: 400 }],
  [137000, { title: 'Identity key hash mismatch', http: 400, later: true }],
  [138000, { title: 'Calling not enabled', http: 403 }],
  [138001, { title: 'Receiver uncallable', http: 400 }],
  [138002, { title: 'Limit of calls at once reached', http: 400 }],
  [138003, { title: 'Duplicate call', http: 400 }],
  [138006, { title: 'No approved call permission', http: 403 }],
  [138009, { title: 'Limit of call permission requests reached', http: 400 }],
  [138017, { title: 'Calls are permitted for always', http: 400 }],
  [139000, { title: 'Blocked by integrity', http: 403 }],
  [139100, { title: 'Failed to block or unblock users', http: 400 }],
  [2593107, { title: 'Synchronization request limit exceeded', http: 400 }],
  [2494191, { title: 'Thread control not permitted', http: 400 }],
]);

/** The details of a code; an unknown one is a plain refusal with 400. */
export function errorDetailsOf(code: number): ErrorDetails {
  return errorCatalogue.get(code) ?? { title: 'Unknown error', http: 400 };
}
