import type { Message, Thread } from '@parley/contract/types';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskContact, maskDigits, maskMessage, maskThread, maskTrigger } from './mask.ts';

const number = '447700900118';
const message = {
  id: 'm',
  to: number,
  type: 'text',
  text: { preview_url: false, body: `Call +${number} or ${number}` },
  created_by: 'webhook',
} as unknown as Message;

describe('a masked number', () => {
  it('shows the first two and last three digits, and never the whole', () => {
    expect(maskDigits(number)).toBe('44•••••••118');
    fc.assert(
      fc.property(fc.stringMatching(/^[1-9][0-9]{5,14}$/), (digits) => {
        const masked = maskDigits(digits);
        expect(masked).toHaveLength(digits.length);
        expect(masked.replaceAll('•', '').length).toBeLessThanOrEqual(5);
      }),
    );
  });

  it.each<[string, Partial<Record<string, unknown>>]>([
    ['the text', {}],
    ['a contact card', { contacts: [{ phones: [{ phone: `+${number}`, wa_id: number }] }] }],
    ['something we do not understand', { unsupported: { raw: { from: number, deep: [{ to: [`x${number}y`] }] } } }],
    ['a template', { template: { components: [{ text: number }] } }],
    ['an error', { error: { code: 'x', message: `${number} is not on WhatsApp`, next_step: '' } }],
  ])('is masked in %s of a message', (_name, more) => {
    const shown = maskMessage({ ...message, ...more } as Message);
    expect(JSON.stringify(shown)).not.toContain(number);
    expect(shown.to).toBeNull();
    expect(shown.id).toBe('m');
  });

  it('is masked in both messages that a row shows', () => {
    const said = { id: 'm', type: 'text', preview: `Call +${number}` };
    const thread = { contact: { name: 'Ana', phone_number: number }, last_message: said, unanswered: said };
    const shown = maskThread(thread as unknown as Thread);
    expect(JSON.stringify(shown)).not.toContain(number);
    expect(shown.unanswered?.preview).toContain('Call');
  });

  it('is masked in notices about a changed number', () => {
    const system = { body: 'User changed from 447700900118 to 447700900777', wa_id: '447700900777' };
    const shown = maskMessage({ ...message, to: null, system } as unknown as Message);
    expect(JSON.stringify(shown.system)).not.toMatch(/\d{7}/);
  });

  it('is masked in stored provider data', () => {
    const trigger = {
      id: 't',
      meta_data: { to: number, name: '' },
      payload: { to: `+${number}`, type: 'text', text: { body: `Hi ${number}` } },
    };
    const shown = maskTrigger(trigger as never);
    expect(JSON.stringify(shown)).not.toContain(number);
    expect(shown.payload).not.toHaveProperty('to');
  });

  it('is masked where a name is the number, and contacts without one stay unchanged', () => {
    const contact = { id: 'c', name: `+${number}`, phone_number: number };
    expect(maskContact(contact as never)).toMatchObject({ phone_number: null, name: '44•••••••118' });
    const other = { id: 'c', name: 'Otto', phone_number: null } as never;
    expect(maskContact(other)).toBe(other);
  });
});
