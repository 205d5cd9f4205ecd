import { describe, expect, it } from 'vitest';
import { authorLabelOf, messageAuthorOf } from './author-label.ts';

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
    ['import', { kind: 'imported' }],
    ['u1', { kind: 'you', name: 'Mateo Ruiz' }],
    ['u2', { kind: 'person', name: 'Dana Whitfield' }],
    ['api-person', { kind: 'person', name: 'Apia Person' }],
    ['api:018f', { kind: 'key', id: 'api:018f' }],
    ['u9', { kind: 'unknown' }],
  ])('of %s is %j', (createdBy, label) => {
    expect(authorLabelOf(createdBy, (id) => users.get(id), 'u1')).toEqual(label);
  });

  it('of an imported message is the name that the other tool had, unless it is a member', () => {
    const imported = { import_id: 'i', author: 'Chidi' };
    const of = (created_by: string) => messageAuthorOf({ created_by, imported }, (id) => users.get(id), 'u1');
    expect(of('import')).toEqual({ kind: 'person', name: 'Chidi' });
    expect(of('u2')).toEqual({ kind: 'person', name: 'Dana Whitfield' });
  });
});
