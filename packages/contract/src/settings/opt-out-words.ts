import { bareWords } from '../core/words.ts';

/** The words of one language with which customers stop and resume marketing messages. */
export type OptOutWords = { language: string; opt_out: string[]; opt_in: string[] };

/** No word is longer; a longer message cannot be one. */
export const maxOptOutWord = 60;

/** Of accounts that chose no words of their own. */
export const defaultOptOutWords: readonly OptOutWords[] = [
  {
    language: 'en',
    opt_out: ['STOP', 'STOPALL', 'STOP ALL', 'UNSUBSCRIBE', 'OPT OUT', 'OPTOUT'],
    opt_in: ['START', 'UNSTOP', 'SUBSCRIBE', 'OPT IN', 'OPTIN'],
  },
  { language: 'ar', opt_out: ['إيقاف', 'إلغاء الاشتراك'], opt_in: ['ابدأ', 'اشتراك'] },
  { language: 'de', opt_out: ['STOPP', 'ABMELDEN', 'ABBESTELLEN'], opt_in: ['ANMELDEN', 'ABONNIEREN'] },
  { language: 'es', opt_out: ['BAJA', 'PARAR', 'CANCELAR SUSCRIPCIÓN'], opt_in: ['ALTA', 'SUSCRIBIR'] },
  { language: 'fr', opt_out: ['ARRÊT', 'DÉSABONNER', 'SE DÉSABONNER'], opt_in: ['REPRENDRE', 'ABONNER'] },
  { language: 'hi', opt_out: ['रोकें', 'बंद करें'], opt_in: ['शुरू करें'] },
  { language: 'id', opt_out: ['BERHENTI'], opt_in: ['MULAI'] },
  { language: 'it', opt_out: ['FERMA', 'DISISCRIVI'], opt_in: ['ISCRIVI'] },
  { language: 'nl', opt_out: ['AFMELDEN', 'UITSCHRIJVEN'], opt_in: ['AANMELDEN', 'INSCHRIJVEN'] },
  { language: 'pl', opt_out: ['WYPISZ'], opt_in: ['ZAPISZ'] },
  { language: 'pt', opt_out: ['SAIR', 'DESCADASTRAR'], opt_in: ['VOLTAR', 'CADASTRAR'] },
  { language: 'tr', opt_out: ['DUR', 'ABONELİKTEN ÇIK'], opt_in: ['BAŞLA', 'ABONE OL'] },
];

/** What a message asks for when it is one of the words, and the words of that language. */
export function findOptOutWord(
  text: string,
  words: readonly OptOutWords[],
): { asked: 'opt_out' | 'opt_in'; words: OptOutWords } | null {
  if (text.length > maxOptOutWord * 2) return null;
  const said = bareWords(text);
  if (said === '') return null;
  for (const asked of ['opt_out', 'opt_in'] as const) {
    const found = words.find((one) => one[asked].some((word) => bareWords(word) === said));
    if (found !== undefined) return { asked, words: found };
  }
  return null;
}

/** What a message asks for when it is one of the words, in any of the languages. */
export function optOutAskedBy(text: string, words: readonly OptOutWords[]): 'opt_out' | 'opt_in' | null {
  return findOptOutWord(text, words)?.asked ?? null;
}
