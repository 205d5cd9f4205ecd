import type { OptOutWords } from './opt-out-words.ts';

/** The confirmations of opt-outs and opt-ins. A language without texts has the default ones. */
export type OptOutAnswers = { on: boolean; texts: { language: string; opt_out: string; opt_in: string }[] };

export const defaultOptOutAnswers: OptOutAnswers = { on: true, texts: [] };

/** No text is longer. */
export const maxOptOutAnswer = 1_000;

type DefaultTexts = {
  opt_out: string;
  /** Follows where the language has a word for it, in place of {word}. */
  again: string;
  opt_in: string;
  stop: string;
};

const english: DefaultTexts = {
  opt_out: "You won't get marketing messages from us any more.",
  again: 'Send {word} to get them again.',
  opt_in: "You'll get marketing messages from us again.",
  stop: 'Send {word} to stop them.',
};

const defaults: Readonly<Record<string, DefaultTexts>> = {
  en: english,
  ar: {
    opt_out: 'لن تصلك رسائل تسويقية منا بعد الآن.',
    again: 'أرسل {word} لتلقيها مجددًا.',
    opt_in: 'ستصلك رسائلنا التسويقية من جديد.',
    stop: 'أرسل {word} لإيقافها.',
  },
  de: {
    opt_out: 'Sie erhalten keine Werbenachrichten mehr von uns.',
    again: 'Mit {word} erhalten Sie sie wieder.',
    opt_in: 'Sie erhalten wieder Werbenachrichten von uns.',
    stop: 'Mit {word} beenden Sie sie.',
  },
  es: {
    opt_out: 'Ya no recibirás mensajes publicitarios nuestros.',
    again: 'Envía {word} para volver a recibirlos.',
    opt_in: 'Volverás a recibir nuestros mensajes publicitarios.',
    stop: 'Envía {word} para dejar de recibirlos.',
  },
  fr: {
    opt_out: 'Vous ne recevrez plus de messages publicitaires de notre part.',
    again: 'Envoyez {word} pour les recevoir à nouveau.',
    opt_in: 'Vous recevrez à nouveau nos messages publicitaires.',
    stop: 'Envoyez {word} pour ne plus les recevoir.',
  },
  hi: {
    opt_out: 'अब आपको हमसे प्रचार संदेश नहीं मिलेंगे।',
    again: 'फिर से पाने के लिए {word} भेजें।',
    opt_in: 'अब आपको हमसे प्रचार संदेश फिर मिलेंगे।',
    stop: 'रोकने के लिए {word} भेजें।',
  },
  id: {
    opt_out: 'Anda tidak akan menerima pesan promosi dari kami lagi.',
    again: 'Kirim {word} untuk menerimanya lagi.',
    opt_in: 'Anda akan menerima pesan promosi dari kami lagi.',
    stop: 'Kirim {word} untuk berhenti.',
  },
  it: {
    opt_out: 'Non riceverai più messaggi promozionali da noi.',
    again: 'Invia {word} per riceverli di nuovo.',
    opt_in: 'Riceverai di nuovo i nostri messaggi promozionali.',
    stop: 'Invia {word} per non riceverli più.',
  },
  nl: {
    opt_out: 'Je ontvangt geen reclameberichten meer van ons.',
    again: 'Stuur {word} om ze weer te ontvangen.',
    opt_in: 'Je ontvangt weer reclameberichten van ons.',
    stop: 'Stuur {word} om ze te stoppen.',
  },
  pl: {
    opt_out: 'Nie będziesz już otrzymywać od nas wiadomości reklamowych.',
    again: 'Wyślij {word}, aby znów je otrzymywać.',
    opt_in: 'Znów będziesz otrzymywać od nas wiadomości reklamowe.',
    stop: 'Wyślij {word}, aby zrezygnować.',
  },
  pt: {
    opt_out: 'Você não receberá mais mensagens promocionais nossas.',
    again: 'Envie {word} para voltar a recebê-las.',
    opt_in: 'Você voltará a receber nossas mensagens promocionais.',
    stop: 'Envie {word} para parar de recebê-las.',
  },
  tr: {
    opt_out: 'Artık bizden tanıtım mesajı almayacaksınız.',
    again: 'Yeniden almak için {word} yazın.',
    opt_in: 'Bizden yeniden tanıtım mesajı alacaksınız.',
    stop: 'Durdurmak için {word} yazın.',
  },
};

/** The texts that a language has when the account wrote none. */
export function defaultAnswerTexts({ language, opt_out, opt_in }: OptOutWords): { opt_out: string; opt_in: string } {
  const texts = defaults[language] ?? english;
  const joined = (first: string, second: string, word: string | undefined) =>
    word === undefined ? first : `${first} ${second.replace('{word}', () => word)}`;
  return {
    opt_out: joined(texts.opt_out, texts.again, opt_in[0]),
    opt_in: joined(texts.opt_in, texts.stop, opt_out[0]),
  };
}

/** The confirmation for words of a language. */
export function optOutAnswer(answers: OptOutAnswers, words: OptOutWords, asked: 'opt_out' | 'opt_in'): string {
  const own = answers.texts.find(({ language }) => language === words.language)?.[asked].trim() ?? '';
  return own === '' ? defaultAnswerTexts(words)[asked] : own;
}
