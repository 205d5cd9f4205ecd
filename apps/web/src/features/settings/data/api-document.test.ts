import { describe, expect, test } from 'vitest';
import { type ApiDocument, addressOf, callsIn, exampleOf, headersOf, resolved, schemaLines } from './api-document.ts';

const document: ApiDocument = {
  paths: {
    '/api/contacts/{id}': {
      get: {
        operationId: 'getContactsById',
        tags: ['contacts'],
        summary: 'One contact.',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
          { name: 'fields', in: 'query', required: false, schema: { type: 'string' } },
        ],
        'x-scopes': ['contacts:read'],
      },
      delete: { operationId: 'deleteContactsById', tags: ['contacts'], summary: 'Members only.', parameters: [] },
    },
  },
};
const body = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    kind: { enum: ['text', 'image'] },
    lists: { type: 'array', items: { type: 'string', format: 'uuid' } },
    address: { anyOf: [{ type: 'object', properties: { city: { type: 'string' } } }, { type: 'null' }] },
  },
  required: ['name', 'kind'],
};

describe('the calls of the document', () => {
  test('are those that a key may make, found by words of path, summary and scope', () => {
    expect(callsIn(document, '').map(({ id }) => id)).toEqual(['getContactsById']);
    expect(callsIn(document, 'GET read one')).toHaveLength(1);
    expect(callsIn(document, 'delete')).toEqual([]);
  });

  test('have addresses with their values', () => {
    const [call] = callsIn(document, '');
    if (call === undefined) throw new Error('a call is missing');
    expect(addressOf(call, {})).toBe('/api/contacts/{id}');
    expect(addressOf(call, { id: 'a/b', fields: 'name' })).toBe('/api/contacts/a%2Fb?fields=name');
  });
});

test('a body is listed property by property, those inside indented', () => {
  expect(schemaLines(body).map(({ path: _path, ...line }) => line)).toEqual([
    { name: 'name', depth: 0, type: 'string', required: true },
    { name: 'kind', depth: 0, type: '"text" | "image"', required: true },
    { name: 'lists', depth: 0, type: 'string[]', required: false },
    { name: 'address', depth: 0, type: 'object | null', required: false },
    { name: 'city', depth: 1, type: 'string', required: false },
  ]);
});

test('an example has what is required', () => {
  expect(exampleOf(body)).toEqual({ name: 'text', kind: 'text' });
  expect(exampleOf({ properties: { at: { type: 'string', format: 'date-time' } } })).toEqual({
    at: '2030-01-01T09:00:00.000Z',
  });
});

test('names of schemas and parameters are followed, however deep and even in circles', () => {
  const named: ApiDocument = {
    paths: {
      '/api/notes': {
        post: {
          operationId: 'postNotes',
          tags: ['notes'],
          summary: 'A note.',
          parameters: [{ $ref: '#/components/parameters/IdempotencyKey' }],
          requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Note' } } } },
          responses: { 201: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Note' } } } } },
          'x-scopes': ['notes:write'],
        },
      },
    },
    components: {
      parameters: { IdempotencyKey: { name: 'Idempotency-Key', in: 'header', required: false, schema: {} } },
      schemas: {
        Note: {
          type: 'object',
          properties: { body: { type: 'string' }, answer: { $ref: '#/components/schemas/Note' } },
        },
      },
    },
  };
  const [call] = callsIn(named, '');
  if (call?.body == null) throw new Error('a call is missing');
  expect(headersOf(call, { 'Idempotency-Key': 'k1' })).toEqual({ 'Idempotency-Key': 'k1' });
  expect(call.answer).toEqual(call.body);
  const lines = schemaLines(resolved(call.body, named)).map(({ path }) => path);
  expect(lines.slice(0, 3)).toEqual(['body', 'answer', 'answer.body']);
});
