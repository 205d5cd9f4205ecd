import { describe, expect, test } from 'vitest';
import { emptyIncomingForm, incomingBodyOf, incomingFormOf, sampleBodyOf } from './incoming-form.ts';

const contact = {
  phone_number: 'customer.phone',
  name: 'customer.name',
  custom_fields: [{ field: 'Plan', path: 'items[0].plan' }],
  contact_list_ids: ['a'],
};
const message = { type: 'text' as const, channel_id: 'c', text: 'Order {{ order.id }} for {{customer.name}}' };

describe('the settings of an incoming webhook', () => {
  test('are the same after the form', () => {
    const form = incomingFormOf({ name: 'Shop', contact, message } as never);
    expect(incomingBodyOf(form)).toEqual({ name: 'Shop', contact, message });
  });

  test('leave out unfinished lines and an empty name', () => {
    const fields = [
      { id: '1', field: 'Plan', path: ' ' },
      { id: '2', field: '', path: 'x' },
    ];
    const body = incomingBodyOf({ ...emptyIncomingForm, contactName: ' ', fields });
    expect(body.contact).toMatchObject({ name: null, custom_fields: [] });
    expect(body.message).toBeNull();
  });

  test('have a sample body with every value they name', () => {
    expect(sampleBodyOf({ contact, message })).toEqual({
      customer: { phone: '+447700900123', name: 'Amara Okafor' },
      items: [{ plan: 'example' }],
      order: { id: 'example' },
    });
  });
});
