import { describe, expect, it } from 'vitest';
import { authorLabelOf } from './author-label.ts';

const users = new Map([
  ['u1', { name: 'Mateo Ruiz' }],
  ['u2', { name: 'Dana Whitfield' }],
  ['api-person', { name: 'Apia Person' }],
]);

describe('the author label', () => {
  it.each([
    ['bot', { kind: 'bot' }],
    ['webhook', { kind: 'bot' }],
    ['agent', { kind: 'agent' }],
    ['u1', { kind: 'you', name: 'Mateo Ruiz' }],
    ['u2', { kind: 'person', name: 'Dana Whitfield' }],
    ['api-person', { kind: 'person', name: 'Apia Person' }],
    ['api:018f', { kind: 'key', id: 'api:018f' }],
    ['u9', { kind: 'unknown' }],
  ])('of %s is %j', (createdBy, label) => {
    expect(authorLabelOf(createdBy, (id) => users.get(id), 'u1')).toEqual(label);
  });
});
