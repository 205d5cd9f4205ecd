import { AppError, invalid } from '../../../platform/errors.ts';
import type { SendResult, SendVerdict } from './send-repo.ts';

export const sandboxContact = 'This is a sandbox contact. Choose a sandbox channel.';

type Refused = Exclude<SendVerdict, 'ok' | 'exists'>;

/** The API error of a message that was not accepted. */
export function refusalOfVerdict(result: Pick<SendResult, 'newest_message_id'> & { verdict: Refused }): AppError {
  switch (result.verdict) {
    case 'id_taken':
      return idTaken();
    case 'thread_missing':
      return new AppError('not_found', { message: 'This conversation was not found.' });
    case 'channel_missing':
      return new AppError('not_found', { message: 'This channel was not found.' });
    case 'context_missing':
      return invalid('context.message_id', 'The quoted message is not in this conversation.');
    case 'window_closed':
      return windowClosed();
    case 'blocked':
      return new AppError('contact_blocked', {
        data: [{ field: 'thread_id', msg: 'Your team blocked this customer on this channel. Unblock them first.' }],
      });
    case 'suppressed':
      return new AppError('suppressed', {
        data: [
          { field: 'thread_id', msg: 'This person is marked as not to be written to. Lift that on the contact first.' },
        ],
      });
    case 'no_marketing':
      return new AppError('suppressed', {
        data: [
          { field: 'template.id', msg: 'This contact opted out of marketing. Choose a template of another category.' },
        ],
      });
    case 'marketing_limit':
      return new AppError('suppressed', {
        data: [{ field: 'template.id', msg: 'This contact reached your account’s limit for marketing messages.' }],
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
      return threadChanged(result.newest_message_id ?? undefined);
  }
}

/** @param newest the id to send as `confirm_seen` */
function threadChanged(newest: string | undefined): AppError {
  const msg = 'Another member has replied meanwhile. Send again with newest_message_id as confirm_seen to send anyway.';
  return new AppError('thread_changed', {
    data: [{ field: 'confirm_seen', msg, ...(newest === undefined ? {} : { id: newest }) }],
    also: newest === undefined ? {} : { newest_message_id: newest },
  });
}

export function windowClosed(): AppError {
  return new AppError('window_closed', {
    data: [{ field: 'thread_id', msg: 'The 24-hour window is closed. Send a template to reopen it.' }],
  });
}

/** @param field that names the contact */
export function sandboxContactRefused(field: string): AppError {
  return invalid(field, sandboxContact);
}

/** @param field of the id in the request */
export function idTaken(field = 'id'): AppError {
  return new AppError('id_conflict', { data: [{ field, msg: 'Another message has this id.' }] });
}
