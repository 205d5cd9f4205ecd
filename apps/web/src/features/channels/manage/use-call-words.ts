import { ApiError } from '../../../platform/errors.ts';
import { useRequestWords } from '../../../ui/request-words.ts';

/** What to say about a call of this screen: the server's own words where it has some for people. */
export function useCallWords(): (error: unknown) => string {
  const words = useRequestWords();
  return (error) => {
    if (!(error instanceof ApiError)) return words(error);
    const [first] = error.data;
    if (first !== undefined) return first.msg;
    return error.status === 503 || error.status === 404 || error.status === 409 ? error.message : words(error);
  };
}
