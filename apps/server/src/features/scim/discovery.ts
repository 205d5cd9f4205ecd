import { groupSchema } from './group-resource.ts';
import { listResponse, type ScimCall } from './scim-call.ts';
import { ScimError } from './scim-error.ts';
import { userSchema } from './user-resource.ts';

/* https://www.rfc-editor.org/rfc/rfc7643#section-5, -6 and -7 */

const unsupported = { supported: false };

export function serviceProviderConfig({ base }: ScimCall): object {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { ...unsupported, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: 200 },
    changePassword: unsupported,
    sort: unsupported,
    etag: unsupported,
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'A token made in the business settings of Parley.',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  };
}

const kinds = [
  { name: 'User', endpoint: '/Users', schema: userSchema, description: 'Members of the account' },
  { name: 'Group', endpoint: '/Groups', schema: groupSchema, description: 'Groups of the team' },
];

const resourceTypes = ({ base }: ScimCall) =>
  kinds.map((kind) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: kind.name,
    ...kind,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${kind.name}` },
  }));

type Attribute = { name: string; type: string } & Record<string, unknown>;

function attribute(name: string, description: string, more: Record<string, unknown> = {}): Attribute {
  const text = { caseExact: false, uniqueness: 'none' };
  return {
    name,
    type: 'string',
    multiValued: false,
    description,
    required: false,
    mutability: 'readWrite',
    returned: 'default',
    ...((more['type'] ?? 'string') === 'string' && text),
    ...more,
  };
}

const readOnly = { mutability: 'readOnly' };
const complex = (subAttributes: Attribute[], more: object = {}) => ({ type: 'complex', subAttributes, ...more });

const schemas = [
  {
    id: userSchema,
    name: 'User',
    description: 'A member of the account',
    attributes: [
      attribute('userName', 'The email address with which the member signs in.', {
        required: true,
        uniqueness: 'server',
        mutability: 'immutable',
      }),
      attribute('externalId', 'The id at the identity provider.', { caseExact: true }),
      attribute('displayName', 'The name as the team shows it.'),
      attribute(
        'name',
        'The parts of the name.',
        complex([
          attribute('formatted', 'The whole name.'),
          attribute('givenName', 'The given name.'),
          attribute('familyName', 'The family name.'),
        ]),
      ),
      attribute(
        'emails',
        'The same address as userName.',
        complex(
          [
            attribute('value', 'The address.', readOnly),
            attribute('type', 'Always work.', readOnly),
            attribute('primary', 'Always true.', { type: 'boolean', ...readOnly }),
          ],
          { multiValued: true, ...readOnly },
        ),
      ),
      attribute('active', 'False: the member is suspended.', { type: 'boolean' }),
    ],
  },
  {
    id: groupSchema,
    name: 'Group',
    description: 'A group of the team',
    attributes: [
      attribute('displayName', 'The name of the group.', { required: true, uniqueness: 'server' }),
      attribute('externalId', 'The id at the identity provider.', { caseExact: true }),
      attribute(
        'members',
        'The Users in the group.',
        complex(
          [
            attribute('value', 'The id of the User.', { mutability: 'immutable' }),
            attribute('$ref', 'The address of the User.', {
              type: 'reference',
              referenceTypes: ['User'],
              mutability: 'immutable',
            }),
            attribute('type', 'Always User.', { mutability: 'immutable', canonicalValues: ['User'] }),
          ],
          { multiValued: true },
        ),
      ),
    ],
  },
];

const presentSchemas = ({ base }: ScimCall) =>
  schemas.map((schema) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    ...schema,
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${schema.id}` },
  }));

export const listResourceTypes = (call: ScimCall) => listAll(resourceTypes(call));
export const getResourceType = (call: ScimCall) => oneOf(call, resourceTypes(call));
export const listSchemas = (call: ScimCall) => listAll(presentSchemas(call));
export const getSchema = (call: ScimCall) => oneOf(call, presentSchemas(call));

function listAll(resources: readonly object[]): object {
  return listResponse(resources.length, 1, resources);
}

function oneOf({ request }: ScimCall, resources: ReadonlyArray<{ id: string }>): object {
  const { id } = request.params as { id: string };
  const found = resources.find((resource) => resource.id.toLowerCase() === id.toLowerCase());
  if (found === undefined) throw new ScimError(404, 'This was not found.');
  return found;
}
