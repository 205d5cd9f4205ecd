import { applicationScopes } from '@parley/contract/application-scopes';

/** The resource that tokens are for (RFC 8707). @param base the public URL */
export const resourceOf = (base: string) => `${base}/mcp`;

/** Where a client that has no token learns whom to ask (RFC 9728). */
export const resourceMetadataUrl = (base: string) => `${base}/.well-known/oauth-protected-resource/mcp`;

/** RFC 9728. */
export const protectedResource = (base: string) => ({
  resource: resourceOf(base),
  resource_name: 'Parley',
  authorization_servers: [base],
  scopes_supported: applicationScopes,
  bearer_methods_supported: ['header'],
});

/** RFC 8414, with what RFC 9207 and client ID metadata documents add. */
export const authorizationServer = (base: string) => ({
  issuer: base,
  authorization_endpoint: `${base}/oauth/authorize`,
  token_endpoint: `${base}/oauth/token`,
  registration_endpoint: `${base}/oauth/register`,
  revocation_endpoint: `${base}/oauth/revoke`,
  scopes_supported: applicationScopes,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: ['authorization_code', 'refresh_token'],
  token_endpoint_auth_methods_supported: ['none'],
  revocation_endpoint_auth_methods_supported: ['none'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
});
