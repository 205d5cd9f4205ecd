import { bareWords } from '../core/words.ts';

/** The words of one language with which customers stop and resume marketing messages. */
export type OptOutWords = { language: string; opt_out: string[]; opt_in: string[] };

/** No word is longer; a longer message cannot be one. */
export const maxOptOutWord = 60;

/*
 * STOP and START are known everywhere; beside them only what nobody writes who means something else: a word that
 * answers questions too (“alta”, “voltar”, “anmelden”) would opt people in who never asked for it. The first opt-in word
 * is the one that a confirmation names.
 */
const knownWords: readonly OptOutWords[] = [
  {
    language: 'en',
    opt_out: ['STOP', 'STOPALL', 'STOP ALL', 'UNSUBSCRIBE', 'OPT OUT', 'OPTOUT'],
    opt_in: ['START', 'UNSTOP', 'SUBSCRIBE', 'OPT IN', 'OPTIN'],
  },
  { language: 'ar', opt_out: ['إيقاف', 'إلغاء الاشتراك', 'STOP'], opt_in: ['إعادة الاشتراك', 'START'] },
  { language: 'de', opt_out: ['STOPP', 'STOP', 'ABMELDEN', 'ABBESTELLEN'], opt_in: ['START', 'ABONNIEREN'] },
  {
    language: 'es',
    opt_out: ['BAJA', 'STOP', 'DARME DE BAJA', 'DARSE DE BAJA', 'CANCELAR SUSCRIPCIÓN'],
    opt_in: ['START', 'SUSCRIBIRME'],
  },
  {
    language: 'fr',
    opt_out: ['STOP', 'DÉSABONNER', 'SE DÉSABONNER', 'ME DÉSABONNER'],
    opt_in: ['START', 'RÉABONNER', 'ME RÉABONNER'],
  },
  { language: 'hi', opt_out: ['रोकें', 'सदस्यता रद्द करें', 'STOP'], opt_in: ['START', 'सदस्यता लें'] },
  { language: 'id', opt_out: ['BERHENTI', 'STOP', 'BERHENTI BERLANGGANAN'], opt_in: ['START', 'BERLANGGANAN'] },
  { language: 'it', opt_out: ['STOP', 'DISISCRIVI', 'DISISCRIVIMI'], opt_in: ['START', 'ISCRIVIMI DI NUOVO'] },
  { language: 'nl', opt_out: ['STOP', 'AFMELDEN', 'UITSCHRIJVEN'], opt_in: ['START', 'OPNIEUW AANMELDEN'] },
  { language: 'pl', opt_out: ['STOP', 'WYPISZ', 'WYPISZ MNIE'], opt_in: ['START', 'ZAPISZ PONOWNIE'] },
  { language: 'pt', opt_out: ['SAIR', 'STOP', 'DESCADASTRAR'], opt_in: ['START', 'RECADASTRAR'] },
  { language: 'tr', opt_out: ['STOP', 'ABONELİKTEN ÇIK', 'LİSTEDEN ÇIK'], opt_in: ['START', 'ABONE OL'] },
];

/** The words with which marketing is stopped, in all languages; each once. */
export const everyOptOutWord: readonly string[] = [...new Set(knownWords.flatMap(({ opt_out }) => opt_out))];

/** Countries where business is done in several languages, or in another one than most people speak. */
const languagesOf: Readonly<Record<string, readonly string[]>> = {
  ...{ BE: ['nl', 'fr', 'de'], CH: ['de', 'fr', 'it'], LU: ['fr', 'de'], CA: ['en', 'fr'] },
  ...{ DZ: ['ar', 'fr'], MA: ['ar', 'fr'], TN: ['ar', 'fr'], IN: ['en', 'hi'], PK: ['en'], NG: ['en'] },
};

/**
 * The words of accounts that chose none: English and what is spoken in the account's country. Words of other languages
 * mean something else there.
 * @param country ISO 3166-1 alpha-2
 */
export function defaultOptOutWords(country: string): OptOutWords[] {
  const spoken = languagesOf[country] ?? [new Intl.Locale('und', { region: country }).maximize().language];
  return [...new Set([...spoken, 'en'])].flatMap((language) => knownWordsOf(language) ?? []);
}

/** The usual words of a language; null where they are not known. */
export function knownWordsOf(language: string): OptOutWords | null {
  return knownWords.find((one) => one.language === language) ?? null;
}

type Labels = Readonly<Record<string, readonly string[]>>;

/* What our opt-out button of marketing templates says; people know the English word elsewhere too. */
const ownLabels: Readonly<Record<string, string>> = { en: 'Stop', de: 'Abmelden', fr: 'Arrêter' };

/*
 * WhatsApp's own opt-out button (“Marketing opt-out”) has its label in the language of the template, and its payload is
 * the label. https://developers.facebook.com/docs/whatsapp/business-management-api/message-templates
 */
const whatsAppLabels: Labels = {
  en: ['Stop promotions'],
  ar: ['إيقاف العروض', 'إيقاف العروض الترويجية'],
  de: ['Werbung stoppen', 'Angebote stoppen'],
  es: ['Detener promociones', 'Parar promociones'],
  fr: ['Arrêter les promotions', 'Stopper les promotions'],
  hi: ['प्रमोशन रोकें', 'प्रचार रोकें'],
  id: ['Hentikan promosi', 'Stop promosi'],
  it: ['Interrompi promozioni', 'Stop promozioni'],
  nl: ['Promoties stoppen', 'Stop promoties'],
  pl: ['Zatrzymaj promocje', 'Wyłącz promocje'],
  pt: ['Parar promoções', 'Interromper promoções'],
  tr: ['Promosyonları durdur', 'Tanıtımları durdur'],
};

const buttonLabels: Labels = Object.fromEntries(
  Object.entries(whatsAppLabels).map(([language, labels]) => [language, [...labels, ownLabels[language] ?? 'Stop']]),
);

export function optOutButtonLabel(language: string): string {
  return ownLabels[language] ?? 'Stop';
}

export type OptOutRequest = { asked: 'opt_out' | 'opt_in'; words: OptOutWords };

/** What a message asks for when it is, as a whole, one of the words, and the words of that language. */
export function findOptOutWord(text: string, words: readonly OptOutWords[]): OptOutRequest | null {
  const said = comparableText(text);
  if (said === null) return null;
  for (const asked of ['opt_out', 'opt_in'] as const) {
    const found = words.find((one) => one[asked].some((word) => bareWords(word) === said));
    if (found !== undefined) return { asked, words: found };
  }
  return null;
}

/** What a tap on a quick reply of a template asks for: its label is one of the words, or that of an opt-out button. */
export function findTappedOptOut(label: string, words: readonly OptOutWords[]): OptOutRequest | null {
  return findOptOutWord(label, words) ?? findButton(label, words, buttonLabels);
}

/**
 * What a choice asks for that the account itself offered, in reply buttons or a list: it answers the account's question
 * and opts nobody in; it opts out where it says so and could mean nothing else.
 */
export function findChosenOptOut(label: string, words: readonly OptOutWords[]): OptOutRequest | null {
  return findButton(label, words, {
    ...whatsAppLabels,
    en: [...(knownWordsOf('en')?.opt_out ?? []), 'Stop promotions'],
  });
}

function findButton(label: string, words: readonly OptOutWords[], labels: Labels): OptOutRequest | null {
  const said = comparableText(label);
  if (said === null) return null;
  const language = Object.keys(labels).find((one) => labels[one]?.some((text) => bareWords(text) === said));
  if (language === undefined) return null;
  const own = words.find((one) => one.language === language) ?? knownWordsOf(language);
  return own === null ? null : { asked: 'opt_out', words: own };
}

function comparableText(text: string): string | null {
  if (text.length > maxOptOutWord * 2) return null;
  return bareWords(text) || null;
}
