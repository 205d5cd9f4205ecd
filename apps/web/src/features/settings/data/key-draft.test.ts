import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../platform/errors.ts';
import { emptyKeyDraft, newKeyBody, withAddressErrors } from './key-draft.ts';

describe('the draft of an API key', () => {
  it('becomes the body of the call', () => {
    const draft = { ...emptyKeyDraft, name: ' Web shop ', scopes: ['messages:write' as const], networks: '192.0.2.1' };
    expect(newKeyBody('id', draft)).toEqual({
      id: 'id',
      name: 'Web shop',
      scopes: ['messages:write'],
      channel_ids: null,
      allowed_addresses: ['192.0.2.1'],
      expires_in_days: 90,
    });
    expect(newKeyBody('id', { ...draft, set: 'all' }).scopes.length).toBeGreaterThan(1);
    expect(newKeyBody('id', { ...draft, days: 'never' }).expires_in_days).toBeNull();
  });

  it('shows the error of one address on the field of all', () => {
    const error = new ApiError({
      status: 422,
      code: 'validation_failed',
      message: 'Some fields are invalid.',
      data: [
        { field: 'allowed_addresses.1', msg: 'no network' },
        { field: 'name', msg: 'too long' },
      ],
      requestId: null,
      retryAfterSeconds: null,
    });
    expect((withAddressErrors(error) as ApiError).data.map(({ field }) => field)).toEqual([
      'allowed_addresses',
      'name',
    ]);
    const other = new Error('offline');
    expect(withAddressErrors(other)).toBe(other);
  });
});
