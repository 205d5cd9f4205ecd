import { describe, expect, it } from 'vitest';
import { actionText } from './audit-actions.ts';
import { anyEvent, fieldText, queryOf } from './audit-events.ts';

describe('the audit log', () => {
  it('asks for whole days of the account, the last one included', () => {
    const query = queryOf({ ...anyEvent, from: '2026-11-22', until: '2026-11-23' }, 'Pacific/Auckland');
    expect(query).toEqual({ from: '2026-11-21T11:00:00.000Z', until: '2026-11-23T11:00:00.000Z' });
    expect(queryOf(anyEvent, 'UTC')).toEqual({});
    expect(queryOf({ ...anyEvent, feature: 'contacts', actor: 'x' }, 'UTC')).toEqual({
      action: 'contacts',
      actor: 'x',
    });
  });

  it('shows an action it does not know by its name', () => {
    const translate = ({ message }: { message?: string }) => message ?? '';
    expect(actionText('contacts.list_deleted', translate)).toBe('List deleted');
    expect(actionText('automations.flow_started', translate)).toBe('automations: flow started');
  });

  it('shows a changed field as words', () => {
    expect(fieldText('require_two_step_verification')).toBe('Require two step verification');
    expect(fieldText('name')).toBe('Name');
  });
});
