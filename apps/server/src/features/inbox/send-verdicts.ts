import { AppError, invalid } from '../../platform/errors.ts';
import type { SendVerdict } from './send-repo.ts';

/** What a caller is told of a message that was not written. */
export function refusalOfVerdict(verdict: Exclude<SendVerdict, 'ok' | 'exists'>): AppError {
  switch (verdict) {
    case 'thread_missing':
      return new AppError('not_found', { message: 'This conversation was not found.' });
    case 'channel_missing':
      return new AppError('not_found', { message: 'This channel was not found.' });
    case 'context_missing':
      return invalid('context.message_id', 'The quoted message is not in this conversation.');
    case 'window_closed':
      return windowClosed();
    case 'suppressed':
      return new AppError('suppressed', {
        data: [
          { field: 'thread_id', msg: 'This person is marked as not to be written to. Lift that on the contact first.' },
        ],
      });
    case 'no_marketing':
      return new AppError('suppressed', {
        data: [{ field: 'template.id', msg: 'This person wants no marketing. Choose a template that is none.' }],
      });
    case 'not_a_test_phone':
      return new AppError('not_a_test_phone', {
        data: [
          {
            field: 'source',
            msg: 'Test sends only reach the sandbox and verified test phones. Add and verify this phone on the sandbox page first.',
          },
        ],
      });
    case 'thread_changed':
      return new AppError('thread_changed', {
        message: 'A teammate answered since you looked. Send again to send anyway.',
      });
  }
}

export function windowClosed(): AppError {
  return new AppError('window_closed', {
    data: [{ field: 'thread_id', msg: 'The 24-hour window is closed. Send a template to reopen it.' }],
  });
}

/** @param field where the id stands in the call */
export function idTaken(field = 'id'): AppError {
  return new AppError('id_conflict', { data: [{ field, msg: 'Another message already has this id.' }] });
}
