import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../platform/errors.ts';
import { businessErrorsOf, changedValues } from './business-values.ts';

const refused = (fields: string[]) =>
  new ApiError({
    status: 422,
    code: 'validation_failed',
    message: 'Some fields are invalid.',
    data: fields.map((field) => ({ field, msg: `wrong ${field}` })),
    requestId: null,
    retryAfterSeconds: null,
  });

describe('values of the business form', () => {
  it('sends only what changed', () => {
    const before = { name: 'Ada Bikes', country: 'GB', website: '' };
    expect(changedValues({ ...before }, before)).toEqual({});
    expect(changedValues({ ...before, website: 'https://ada.example' }, before)).toEqual({
      website: 'https://ada.example',
    });
    expect(changedValues({ ...before, name: '' }, before)).toEqual({ name: '' });
  });

  it('The errors by field; `form` for errors of no single field.', () => {
    expect(businessErrorsOf(refused(['country']))).toEqual({ country: 'wrong country' });
    expect(businessErrorsOf(refused(['logo']))).toBeNull();
    expect(businessErrorsOf(new Error('offline'))).toBeNull();
  });
});
