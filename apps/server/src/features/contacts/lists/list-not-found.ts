import { AppError } from '../../../platform/errors.ts';

export function listNotFound(): AppError {
  return new AppError('not_found', { message: 'This list was not found.' });
}
