import { Encrypter } from 'age-encryption';

/** age's default: guessing one passphrase costs 256 MB and about a second. */
const usualWorkFactor = 18;

/**
 * Encrypts in the age format.
 * @param workFactor base-2 logarithm of the cost of guessing the passphrase; smaller only in tests
 */
export async function* encrypt(
  chunks: AsyncIterable<Uint8Array>,
  passphrase: string,
  workFactor = usualWorkFactor,
): AsyncGenerator<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(workFactor);
  yield* await encrypter.encrypt(ReadableStream.from(chunks) as ReadableStream<Uint8Array>);
}
