import { describe, expect, it } from 'vitest';
import { setFormatLanguage } from '../../../platform/formats.ts';
import { detailFacts } from './audit-detail.ts';

const translate = ({ message }: { message?: string }) => message ?? '';
const reported = (detail: Parameters<typeof detailFacts>[0]) =>
  detailFacts(detail, translate, (id) => `user ${id}`).map(({ label, value }) => `${translate(label)}: ${value}`);

describe('the details of an audit event', () => {
  it('say in words how rows were selected and what was done with them', () => {
    expect(reported({ selected_by: ['contact_list_id', 'except'], act: 'add_lists', count: 3 })).toEqual([
      'Count: 3',
      'Selected by: A list, All except',
      'Operation: Added to lists',
    ]);
    expect(reported({ selected_by: ['everything'] })).toEqual(['Selected by: Everything']);
  });

  it('say why something happened by itself, and who got what', () => {
    expect(reported({ reason: 'too_many_sessions' })).toEqual([
      'Reason: Too many sessions: this one was used longest ago',
    ]);
    expect(reported({ reassigned_to: 'u1' })).toEqual(['Conversations reassigned to: user u1']);
  });

  it('of a refused call have its route and answer', () => {
    expect(reported({ route: 'DELETE /api/contacts/{id}', message: 'Not allowed.', count: 2 })).toEqual([
      'Count: 2',
      'Route: DELETE /api/contacts/{id}',
      'Answer: Not allowed.',
    ]);
  });

  it('of newer versions are shown by their names, and what is not text is not', () => {
    expect(reported({ act: 'move_away', selected_by: [1, 'new_way'], reason: { a: 1 } })).toEqual([
      'Selected by: new way',
      'Operation: move away',
    ]);
    expect(reported(null)).toEqual([]);
  });

  it('have the commas of the page’s language', () => {
    setFormatLanguage('ar');
    try {
      expect(reported({ reassigned_to: ['u1', 'u2'], shortcuts: ['hi', 'bye'] })).toEqual([
        'Conversations reassigned to: user u1، user u2',
        'Shortcuts: hi، bye',
      ]);
    } finally {
      setFormatLanguage('en');
    }
  });
});
