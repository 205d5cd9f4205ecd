import { emptyContent, type TemplateButton, type TemplateContent } from './content.ts';
import type { TemplateCategory } from './schema.ts';

/* Templates to start from, in three languages; they pass the review check as they are. */

export const libraryLanguages = ['de', 'en', 'fr'] as const;
export type LibraryLanguage = (typeof libraryLanguages)[number];
export const libraryTopics = [
  'order',
  'delivery',
  'appointment',
  'payment',
  'verification',
  'feedback',
  'return',
] as const;
export type LibraryTopic = (typeof libraryTopics)[number];

/** Text and, for quick replies, their labels. */
type Variant = readonly [body: string, ...replies: string[]];
export type LibraryTemplate = {
  name: string;
  topic: LibraryTopic;
  category: TemplateCategory;
  /** Samples of {{1}}, {{2}} and so on. */
  samples: readonly string[];
  text: Readonly<Record<LibraryLanguage, Variant>>;
};

const entry = (
  name: string,
  topic: LibraryTopic,
  samples: readonly string[],
  text: LibraryTemplate['text'],
  category: TemplateCategory = 'UTILITY',
): LibraryTemplate => ({ name, topic, category, samples, text });

export const templateLibrary: readonly LibraryTemplate[] = [
  entry('order_confirmed', 'order', ['Ana', 'A-1042'], {
    en: [
      'Hello {{1}}, thank you for your order. Its number is {{2}} and we will tell you when it leaves our warehouse.',
    ],
    de: [
      'Hallo {{1}}, vielen Dank für Ihre Bestellung. Sie hat die Nummer {{2}}, und wir melden uns, sobald sie unser Lager verlässt.',
    ],
    fr: [
      'Bonjour {{1}}, merci pour votre commande. Elle porte le numéro {{2}} et nous vous écrirons dès son départ de notre entrepôt.',
    ],
  }),
  entry('order_shipped', 'order', ['Ana', 'A-1042', 'Friday'], {
    en: ['Hello {{1}}, your order {{2}} is on its way to you. We expect it to arrive on {{3}} during the day.'],
    de: [
      'Hallo {{1}}, Ihre Bestellung {{2}} ist auf dem Weg zu Ihnen. Sie kommt voraussichtlich am {{3}} im Laufe des Tages an.',
    ],
    fr: [
      'Bonjour {{1}}, votre commande {{2}} est en route vers chez vous. Elle devrait arriver le {{3}} au cours de la journée.',
    ],
  }),
  entry('order_ready', 'order', ['Ana', 'A-1042'], {
    en: ['Hello {{1}}, your order {{2}} is ready to be collected at our shop. Please bring this message with you.'],
    de: [
      'Hallo {{1}}, Ihre Bestellung {{2}} liegt in unserem Geschäft zur Abholung bereit. Bitte bringen Sie diese Nachricht mit.',
    ],
    fr: [
      'Bonjour {{1}}, votre commande {{2}} vous attend dans notre magasin. Merci de vous munir de ce message lors du retrait.',
    ],
  }),
  entry('order_delayed', 'order', ['Ana', 'A-1042', '12 March'], {
    en: [
      'Hello {{1}}, your order {{2}} needs a little longer than planned. The new delivery date is {{3}} and we are sorry for the wait.',
      'That is fine',
      'Cancel my order',
    ],
    de: [
      'Hallo {{1}}, Ihre Bestellung {{2}} braucht leider etwas länger als geplant. Der neue Liefertermin ist der {{3}}, und wir bitten um Entschuldigung.',
      'In Ordnung',
      'Stornieren',
    ],
    fr: [
      'Bonjour {{1}}, votre commande {{2}} prendra un peu plus de temps que prévu. La nouvelle date de livraison est le {{3}} et nous vous prions de nous excuser.',
      'Cela me convient',
      'Annuler',
    ],
  }),
  entry('delivery_today', 'delivery', ['Ana', '14:00', '16:00'], {
    en: [
      'Hello {{1}}, our driver brings your parcel today between {{2}} and about {{3}} in the afternoon. Will somebody be at home?',
      'Yes',
      'Another day',
    ],
    de: [
      'Hallo {{1}}, unser Fahrer bringt Ihr Paket heute zwischen {{2}} und ungefähr {{3}} bei Ihnen vorbei. Ist jemand zu Hause?',
      'Ja',
      'Anderer Tag',
    ],
    fr: [
      'Bonjour {{1}}, notre livreur vous apporte votre colis aujourd’hui entre {{2}} et environ {{3}} à votre adresse. Serez-vous sur place ?',
      'Oui',
      'Un autre jour',
    ],
  }),
  entry('delivery_missed', 'delivery', ['Ana'], {
    en: [
      'Hello {{1}}, we could not hand over your parcel today because nobody was at home. When may we try again?',
      'Tomorrow',
      'I will collect it',
    ],
    de: [
      'Hallo {{1}}, wir konnten Ihr Paket heute nicht übergeben, weil niemand zu Hause war. Wann dürfen wir es noch einmal versuchen?',
      'Morgen',
      'Ich hole es ab',
    ],
    fr: [
      'Bonjour {{1}}, nous n’avons pas pu vous remettre votre colis aujourd’hui, car personne n’était présent. Quand pouvons-nous repasser ?',
      'Demain',
      'Je viens le chercher',
    ],
  }),
  entry('delivery_done', 'delivery', ['Ana', 'A-1042'], {
    en: [
      'Hello {{1}}, your order {{2}} was delivered today. Please write to us here if anything is missing or damaged.',
    ],
    de: [
      'Hallo {{1}}, Ihre Bestellung {{2}} wurde heute zugestellt. Bitte schreiben Sie uns hier, wenn etwas fehlt oder beschädigt ist.',
    ],
    fr: [
      'Bonjour {{1}}, votre commande {{2}} a été livrée aujourd’hui. Écrivez-nous ici si quelque chose manque ou est endommagé.',
    ],
  }),
  entry('appointment_confirmed', 'appointment', ['Ana', '12 March', '10:30'], {
    en: [
      'Hello {{1}}, your appointment is confirmed. We look forward to seeing you on {{2}} at exactly {{3}} at our place.',
    ],
    de: ['Hallo {{1}}, Ihr Termin ist bestätigt. Wir freuen uns auf Ihren Besuch am {{2}} um genau {{3}} bei uns.'],
    fr: [
      'Bonjour {{1}}, votre rendez-vous est confirmé. Nous nous réjouissons de vous recevoir le {{2}} précisément à {{3}} chez nous.',
    ],
  }),
  entry('appointment_reminder', 'appointment', ['Ana', '10:30'], {
    en: [
      'Hello {{1}}, this is a reminder of your appointment tomorrow at {{2}} with us. Can you make it?',
      'I will come',
      'Another day',
    ],
    de: [
      'Hallo {{1}}, wir erinnern Sie an Ihren Termin morgen um {{2}} bei uns. Passt er Ihnen noch?',
      'Ich komme',
      'Anderer Tag',
    ],
    fr: [
      'Bonjour {{1}}, nous vous rappelons votre rendez-vous de demain à {{2}} chez nous. Vous convient-il toujours ?',
      'Je viendrai',
      'Un autre jour',
    ],
  }),
  entry('appointment_changed', 'appointment', ['Ana', '13 March', '11:00'], {
    en: [
      'Hello {{1}}, your appointment has been moved. The new date is {{2}} and the new time is {{3}} at the usual place.',
      'That is fine',
      'Another day',
    ],
    de: [
      'Hallo {{1}}, Ihr Termin wurde verschoben. Der neue Tag ist der {{2}} und die neue Uhrzeit ist {{3}} am gewohnten Ort.',
      'In Ordnung',
      'Anderer Tag',
    ],
    fr: [
      'Bonjour {{1}}, votre rendez-vous a été déplacé. La nouvelle date est le {{2}} et la nouvelle heure est {{3}} au lieu habituel.',
      'Cela me convient',
      'Un autre jour',
    ],
  }),
  entry('appointment_cancelled', 'appointment', ['Ana', '12 March'], {
    en: [
      'Hello {{1}}, we are sorry that your appointment on {{2}} cannot take place. Would you like to book another one?',
      'Yes, please',
      'No, thank you',
    ],
    de: [
      'Hallo {{1}}, leider kann Ihr Termin am {{2}} nicht stattfinden. Möchten Sie einen anderen Termin vereinbaren?',
      'Ja, bitte',
      'Nein, danke',
    ],
    fr: [
      'Bonjour {{1}}, nous sommes désolés, votre rendez-vous du {{2}} ne peut pas avoir lieu. Souhaitez-vous en prendre un autre ?',
      'Oui, volontiers',
      'Non, merci',
    ],
  }),
  entry('payment_received', 'payment', ['Ana', '€49.00', 'R-2207'], {
    en: ['Hello {{1}}, we have received your payment of {{2}} for the invoice {{3}} in full. Thank you very much.'],
    de: [
      'Hallo {{1}}, wir haben Ihre Zahlung über {{2}} für die Rechnung {{3}} vollständig erhalten. Vielen Dank dafür.',
    ],
    fr: [
      'Bonjour {{1}}, nous avons bien reçu votre paiement de {{2}} pour la facture {{3}} dans son intégralité. Merci beaucoup.',
    ],
  }),
  entry('payment_due', 'payment', ['Ana', 'R-2207', '€49.00', '31 March'], {
    en: [
      'Hello {{1}}, this is a friendly reminder that the invoice {{2}} over an amount of {{3}} is due for payment by {{4}} at the latest.',
    ],
    de: [
      'Hallo {{1}}, wir möchten Sie freundlich daran erinnern, dass die Rechnung {{2}} über einen Betrag von {{3}} bis spätestens zum {{4}} zu bezahlen ist.',
    ],
    fr: [
      'Bonjour {{1}}, nous vous rappelons aimablement que la facture {{2}} d’un montant total de {{3}} est à régler au plus tard le {{4}} de ce mois.',
    ],
  }),
  entry('payment_failed', 'payment', ['Ana', 'A-1042'], {
    en: [
      'Hello {{1}}, the payment for your order {{2}} did not go through. Please check your details, or write to us for help.',
      'Help me',
    ],
    de: [
      'Hallo {{1}}, die Zahlung für Ihre Bestellung {{2}} war leider nicht erfolgreich. Bitte prüfen Sie Ihre Angaben oder schreiben Sie uns.',
      'Bitte um Hilfe',
    ],
    fr: [
      'Bonjour {{1}}, le paiement de votre commande {{2}} n’a pas abouti. Merci de vérifier vos coordonnées ou de nous écrire.',
      'Aidez-moi',
    ],
  }),
  entry('refund_sent', 'payment', ['Ana', '€49.00'], {
    en: [
      'Hello {{1}}, we have refunded {{2}} to the account you paid with. It can take up to five working days to arrive.',
    ],
    de: [
      'Hallo {{1}}, wir haben {{2}} auf das Konto erstattet, mit dem Sie bezahlt haben. Das kann bis zu fünf Werktage dauern.',
    ],
    fr: [
      'Bonjour {{1}}, nous avons remboursé {{2}} sur le compte utilisé pour le paiement. Cela peut prendre jusqu’à cinq jours ouvrés.',
    ],
  }),
  entry('verification_code', 'verification', [], { en: [''], de: [''], fr: [''] }, 'AUTHENTICATION'),
  entry('feedback_request', 'feedback', ['Ana', 'A-1042'], {
    en: [
      'Hello {{1}}, your order {{2}} is complete. How satisfied are you with how we handled it?',
      'Satisfied',
      'Not satisfied',
    ],
    de: [
      'Hallo {{1}}, Ihre Bestellung {{2}} ist abgeschlossen. Wie zufrieden sind Sie mit der Abwicklung?',
      'Zufrieden',
      'Nicht zufrieden',
    ],
    fr: [
      'Bonjour {{1}}, votre commande {{2}} est terminée. Êtes-vous satisfait de la façon dont nous l’avons traitée ?',
      'Satisfait',
      'Pas satisfait',
    ],
  }),
  entry(
    'come_back',
    'return',
    ['Ana'],
    {
      en: [
        'Hello {{1}}, we have not seen you for a while. There is a lot of new stock at our shop, and we would love to show you.',
        'Show me',
        'Stop messages',
      ],
      de: [
        'Hallo {{1}}, wir haben uns lange nicht gesehen. Bei uns gibt es viel Neues, das wir Ihnen gern zeigen möchten.',
        'Zeigen',
        'Abbestellen',
      ],
      fr: [
        'Bonjour {{1}}, cela fait longtemps que nous ne nous sommes pas vus. Nous avons beaucoup de nouveautés à vous montrer.',
        'Montrez-moi',
        'Me désabonner',
      ],
    },
    'MARKETING',
  ),
  entry(
    'new_collection',
    'return',
    ['Ana', 'spring'],
    {
      en: [
        'Hello {{1}}, our new collection for {{2}} has arrived. Come by and be among the first to try it.',
        'Tell me more',
        'Stop messages',
      ],
      de: [
        'Hallo {{1}}, unsere neue Kollektion für {{2}} ist eingetroffen. Schauen Sie vorbei und probieren Sie sie als Erste aus.',
        'Mehr erfahren',
        'Abbestellen',
      ],
      fr: [
        'Bonjour {{1}}, notre nouvelle collection pour {{2}} est arrivée. Passez nous voir et soyez parmi les premiers à la découvrir.',
        'En savoir plus',
        'Me désabonner',
      ],
    },
    'MARKETING',
  ),
  entry(
    'basket_reminder',
    'return',
    ['Ana'],
    {
      en: [
        'Hello {{1}}, there are still articles in your basket. Would you like us to keep them for you until tomorrow?',
        'Keep them',
        'Stop messages',
      ],
      de: [
        'Hallo {{1}}, in Ihrem Warenkorb liegen noch Artikel. Sollen wir sie bis morgen für Sie zurücklegen?',
        'Zurücklegen',
        'Abbestellen',
      ],
      fr: [
        'Bonjour {{1}}, il reste des articles dans votre panier. Voulez-vous que nous les gardions pour vous jusqu’à demain ?',
        'Gardez-les',
        'Me désabonner',
      ],
    },
    'MARKETING',
  ),
];

/** A template of the library for the editor; English where it has no such language. */
export function libraryContent({ samples, text, category }: LibraryTemplate, language: string): TemplateContent {
  const [short = 'en'] = language.split('_');
  const known = libraryLanguages.find((each) => each === short) ?? 'en';
  const [body, ...replies] = text[known];
  const labels: Record<LibraryLanguage, string> = { de: 'Code kopieren', en: 'Copy code', fr: 'Copier le code' };
  const button = (label: string): TemplateButton => ({ type: 'QUICK_REPLY', text: label, value: '', sample: '' });
  return {
    ...emptyContent,
    body,
    samples: Object.fromEntries(samples.map((sample, at) => [String(at + 1), sample])),
    buttons: replies.map(button),
    ...(category === 'AUTHENTICATION' && { code: { ...emptyContent.code, button: labels[known] } }),
  };
}
