import { ApiError } from '../../../platform/errors.ts';
import { useErrorMessage } from '../../../ui/error-messages.ts';

/** The error text of a call on this screen: the server's message where it is meant for users. */
export function useCallErrorText(): (error: unknown) => string {
  const words = useErrorMessage();
  return (error) => {
    if (!(error instanceof ApiError)) return words(error);
    const [first] = error.data;
    if (first !== undefined) return first.msg;
    return error.status === 503 || error.status === 404 || error.status === 409 ? error.message : words(error);
  };
}
