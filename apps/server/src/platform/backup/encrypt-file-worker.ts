import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { answerQuestions } from '../threads/answer-questions.ts';
import { encrypt } from './encrypt.ts';
import type { FileToEncrypt } from './encrypt-file.ts';

answerQuestions(async ({ from, to, passphrase }: FileToEncrypt): Promise<null | { problem: string }> => {
  try {
    const file = await open(to, 'wx', 0o600);
    try {
      for await (const chunk of encrypt(createReadStream(from), passphrase)) await file.writeFile(chunk);
      await file.sync();
    } finally {
      await file.close();
    }
    return null;
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
});
