import { emptyContent, type TemplateButton, type TemplateContent } from './content.ts';
import type { TemplateCategory } from './schema.ts';

/* Templates to start from, in seven languages; they pass the review check as they are. */

export const libraryLanguages = ['ar', 'de', 'en', 'es', 'fr', 'hi', 'pt'] as const;
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
    es: ['Hola, {{1}}: gracias por tu pedido. Su número es {{2}} y te avisaremos cuando salga de nuestro almacén.'],
    pt: ['Olá, {{1}}! Obrigado pelo seu pedido. O número dele é {{2}} e avisaremos quando ele sair do nosso estoque.'],
    ar: ['مرحبًا {{1}}، شكرًا على طلبك. رقمه {{2}} وسنخبرك فور خروجه من مستودعنا.'],
    hi: ['नमस्ते {{1}}, आपके ऑर्डर के लिए धन्यवाद। इसका नंबर {{2}} है और हमारे गोदाम से निकलते ही हम आपको बताएँगे।'],
  }),
  entry('order_shipped', 'order', ['Ana', 'A-1042', 'Friday'], {
    en: ['Hello {{1}}, your order {{2}} is on its way to you. We expect it to arrive on {{3}} during the day.'],
    de: [
      'Hallo {{1}}, Ihre Bestellung {{2}} ist auf dem Weg zu Ihnen. Sie kommt voraussichtlich am {{3}} im Laufe des Tages an.',
    ],
    fr: [
      'Bonjour {{1}}, votre commande {{2}} est en route vers chez vous. Elle devrait arriver le {{3}} au cours de la journée.',
    ],
    es: ['Hola, {{1}}: tu pedido {{2}} va de camino. Esperamos que llegue el {{3}} a lo largo del día.'],
    pt: ['Olá, {{1}}! Seu pedido {{2}} está a caminho. A previsão é que ele chegue em {{3}} ao longo do dia.'],
    ar: ['مرحبًا {{1}}، طلبك {{2}} في الطريق إليك. نتوقع وصوله يوم {{3}} خلال النهار.'],
    hi: ['नमस्ते {{1}}, आपका ऑर्डर {{2}} आपके पास आने के लिए निकल चुका है। उम्मीद है कि यह {{3}} को दिन में पहुँच जाएगा।'],
  }),
  entry('order_ready', 'order', ['Ana', 'A-1042'], {
    en: ['Hello {{1}}, your order {{2}} is ready to be collected at our shop. Please bring this message with you.'],
    de: [
      'Hallo {{1}}, Ihre Bestellung {{2}} liegt in unserem Geschäft zur Abholung bereit. Bitte bringen Sie diese Nachricht mit.',
    ],
    fr: [
      'Bonjour {{1}}, votre commande {{2}} vous attend dans notre magasin. Merci de vous munir de ce message lors du retrait.',
    ],
    es: [
      'Hola, {{1}}: tu pedido {{2}} está listo para recoger en nuestra tienda. Trae este mensaje contigo, por favor.',
    ],
    pt: [
      'Olá, {{1}}! Seu pedido {{2}} está pronto para retirada na nossa loja. Traga esta mensagem com você, por favor.',
    ],
    ar: ['مرحبًا {{1}}، طلبك {{2}} جاهز للاستلام من متجرنا. يُرجى إبراز هذه الرسالة عند الحضور.'],
    hi: ['नमस्ते {{1}}, आपका ऑर्डर {{2}} हमारी दुकान पर तैयार है। कृपया लेने आते समय यह संदेश साथ लाएँ।'],
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
    es: [
      'Hola, {{1}}: tu pedido {{2}} va a tardar un poco más de lo previsto. La nueva fecha de entrega es el {{3}} y sentimos la espera.',
      'De acuerdo',
      'Cancelar mi pedido',
    ],
    pt: [
      'Olá, {{1}}! Seu pedido {{2}} vai demorar um pouco mais do que o previsto. A nova data de entrega é {{3}} e pedimos desculpas pela espera.',
      'Tudo bem',
      'Cancelar meu pedido',
    ],
    ar: [
      'مرحبًا {{1}}، يحتاج طلبك {{2}} إلى وقت أطول قليلًا من المخطط له. موعد التسليم الجديد هو {{3}} ونعتذر عن الانتظار.',
      'لا بأس',
      'إلغاء طلبي',
    ],
    hi: [
      'नमस्ते {{1}}, आपके ऑर्डर {{2}} में तय समय से थोड़ा ज़्यादा समय लगेगा। डिलीवरी की नई तारीख {{3}} है और इंतज़ार के लिए हमें खेद है।',
      'ठीक है',
      'ऑर्डर रद्द करें',
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
    es: [
      'Hola, {{1}}: nuestro repartidor lleva hoy tu paquete entre las {{2}} y las {{3}} aproximadamente. ¿Habrá alguien en casa?',
      'Sí',
      'Otro día',
    ],
    pt: [
      'Olá, {{1}}! Nosso entregador leva seu pacote hoje entre {{2}} e aproximadamente {{3}} no seu endereço. Haverá alguém em casa?',
      'Sim',
      'Outro dia',
    ],
    ar: [
      'مرحبًا {{1}}، سيصلك طردك مع مندوبنا اليوم بين {{2}} وحوالي {{3}} على عنوانك. هل سيكون أحد في المنزل؟',
      'نعم',
      'يوم آخر',
    ],
    hi: [
      'नमस्ते {{1}}, हमारा ड्राइवर आज आपका पार्सल {{2}} से लगभग {{3}} के बीच लेकर आएगा। क्या घर पर कोई होगा?',
      'हाँ',
      'किसी और दिन',
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
    es: [
      'Hola, {{1}}: hoy no pudimos entregar tu paquete porque no había nadie en casa. ¿Cuándo podemos volver a intentarlo?',
      'Mañana',
      'Lo recogeré',
    ],
    pt: [
      'Olá, {{1}}! Não conseguimos entregar seu pacote hoje porque não havia ninguém em casa. Quando podemos tentar de novo?',
      'Amanhã',
      'Vou retirar',
    ],
    ar: [
      'مرحبًا {{1}}، لم نتمكن من تسليم طردك اليوم لأنه لم يكن أحد في المنزل. متى يمكننا المحاولة مرة أخرى؟',
      'غدًا',
      'سأستلمه بنفسي',
    ],
    hi: ['नमस्ते {{1}}, आज घर पर कोई न होने के कारण हम आपका पार्सल नहीं दे सके। हम दोबारा कब कोशिश करें?', 'कल', 'मैं खुद ले लूँगा'],
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
    es: ['Hola, {{1}}: tu pedido {{2}} se entregó hoy. Escríbenos por aquí si falta algo o ha llegado dañado.'],
    pt: [
      'Olá, {{1}}! Seu pedido {{2}} foi entregue hoje. Escreva para nós por aqui se faltar algo ou se houver algum dano.',
    ],
    ar: ['مرحبًا {{1}}، تم تسليم طلبك {{2}} اليوم. راسلنا هنا إن كان هناك شيء ناقص أو تالف.'],
    hi: ['नमस्ते {{1}}, आपका ऑर्डर {{2}} आज पहुँचा दिया गया है। कुछ कम हो या टूटा हुआ हो, तो कृपया हमें यहीं लिखें।'],
  }),
  entry('appointment_confirmed', 'appointment', ['Ana', '12 March', '10:30'], {
    en: [
      'Hello {{1}}, your appointment is confirmed. We look forward to seeing you on {{2}} at exactly {{3}} at our place.',
    ],
    de: ['Hallo {{1}}, Ihr Termin ist bestätigt. Wir freuen uns auf Ihren Besuch am {{2}} um genau {{3}} bei uns.'],
    fr: [
      'Bonjour {{1}}, votre rendez-vous est confirmé. Nous nous réjouissons de vous recevoir le {{2}} précisément à {{3}} chez nous.',
    ],
    es: ['Hola, {{1}}: tu cita está confirmada. Te esperamos el {{2}} a las {{3}} en punto en nuestro local.'],
    pt: ['Olá, {{1}}! Seu horário está confirmado. Esperamos você em {{2}} exatamente às {{3}} no nosso endereço.'],
    ar: ['مرحبًا {{1}}، تم تأكيد موعدك. يسعدنا استقبالك يوم {{2}} في تمام الساعة {{3}} في مقرنا.'],
    hi: ['नमस्ते {{1}}, आपका अपॉइंटमेंट पक्का हो गया है। {{2}} को ठीक {{3}} बजे हमारे यहाँ आपका इंतज़ार रहेगा।'],
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
    es: ['Hola, {{1}}: te recordamos tu cita de mañana a las {{2}} con nosotros. ¿Podrás venir?', 'Iré', 'Otro día'],
    pt: ['Olá, {{1}}! Lembramos do seu horário amanhã às {{2}} conosco. Você poderá vir?', 'Vou', 'Outro dia'],
    ar: ['مرحبًا {{1}}، نذكّرك بموعدك غدًا الساعة {{2}} لدينا. هل يناسبك الحضور؟', 'سأحضر', 'يوم آخر'],
    hi: [
      'नमस्ते {{1}}, यह कल {{2}} बजे हमारे यहाँ आपके अपॉइंटमेंट की याद दिलाने के लिए है। क्या आप आ पाएँगे?',
      'मैं आऊँगा',
      'किसी और दिन',
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
    es: [
      'Hola, {{1}}: tu cita ha cambiado. La nueva fecha es el {{2}} y la nueva hora es {{3}} en el lugar de siempre.',
      'De acuerdo',
      'Otro día',
    ],
    pt: [
      'Olá, {{1}}! Seu horário foi alterado. A nova data é {{2}} e o novo horário é {{3}} no local de sempre.',
      'Tudo bem',
      'Outro dia',
    ],
    ar: [
      'مرحبًا {{1}}، تغيّر موعدك. التاريخ الجديد هو {{2}} والوقت الجديد هو {{3}} في المكان المعتاد.',
      'مناسب',
      'يوم آخر',
    ],
    hi: ['नमस्ते {{1}}, आपका अपॉइंटमेंट बदल गया है। नई तारीख {{2}} और नया समय {{3}} है, उसी जगह पर।', 'ठीक है', 'किसी और दिन'],
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
    es: [
      'Hola, {{1}}: sentimos que tu cita del {{2}} no pueda celebrarse. ¿Quieres pedir otra?',
      'Sí, por favor',
      'No, gracias',
    ],
    pt: [
      'Olá, {{1}}! Sentimos muito, mas seu horário de {{2}} não poderá acontecer. Quer marcar outro?',
      'Sim, por favor',
      'Não, obrigado',
    ],
    ar: ['مرحبًا {{1}}، نأسف لأن موعدك يوم {{2}} لن يكون ممكنًا. هل تود حجز موعد آخر؟', 'نعم، من فضلك', 'لا، شكرًا'],
    hi: ['नमस्ते {{1}}, हमें खेद है कि {{2}} का आपका अपॉइंटमेंट नहीं हो पाएगा। क्या आप दूसरा लेना चाहेंगे?', 'हाँ, ज़रूर', 'नहीं, धन्यवाद'],
  }),
  entry('payment_received', 'payment', ['Ana', '€49.00', 'R-2207'], {
    en: ['Hello {{1}}, we have received your payment of {{2}} for the invoice {{3}} in full. Thank you very much.'],
    de: [
      'Hallo {{1}}, wir haben Ihre Zahlung über {{2}} für die Rechnung {{3}} vollständig erhalten. Vielen Dank dafür.',
    ],
    fr: [
      'Bonjour {{1}}, nous avons bien reçu votre paiement de {{2}} pour la facture {{3}} dans son intégralité. Merci beaucoup.',
    ],
    es: ['Hola, {{1}}: hemos recibido tu pago de {{2}} de la factura {{3}} por completo. Muchas gracias.'],
    pt: ['Olá, {{1}}! Recebemos seu pagamento de {{2}} referente à fatura {{3}} por completo. Muito obrigado.'],
    ar: ['مرحبًا {{1}}، استلمنا دفعتك بقيمة {{2}} عن الفاتورة {{3}} كاملة. شكرًا جزيلًا لك.'],
    hi: ['नमस्ते {{1}}, हमें {{2}} का आपका भुगतान इनवॉइस {{3}} के लिए पूरा मिल गया है। बहुत-बहुत धन्यवाद।'],
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
    es: [
      'Hola, {{1}}: te recordamos amablemente que la factura {{2}} por un importe de {{3}} debe pagarse antes del {{4}} a más tardar.',
    ],
    pt: [
      'Olá, {{1}}! Lembramos gentilmente que a fatura {{2}} no valor total de {{3}} deve ser paga até {{4}} no máximo.',
    ],
    ar: [
      'مرحبًا {{1}}، نود تذكيرك بأن الفاتورة {{2}} بمبلغ إجمالي قدره {{3}} مستحقة الدفع في موعد أقصاه {{4}} من فضلك.',
    ],
    hi: ['नमस्ते {{1}}, हम याद दिलाना चाहते हैं कि इनवॉइस {{2}} की कुल {{3}} की रकम का भुगतान ज़्यादा से ज़्यादा {{4}} तक करना है।'],
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
    es: [
      'Hola, {{1}}: el pago de tu pedido {{2}} no se ha completado. Revisa tus datos o escríbenos y te ayudamos.',
      'Necesito ayuda',
    ],
    pt: [
      'Olá, {{1}}! O pagamento do seu pedido {{2}} não foi concluído. Confira seus dados ou escreva para nós.',
      'Preciso de ajuda',
    ],
    ar: [
      'مرحبًا {{1}}، لم تكتمل عملية الدفع لطلبك {{2}} هذه المرة. تحقق من بياناتك أو راسلنا لمساعدتك.',
      'أحتاج إلى مساعدة',
    ],
    hi: [
      'नमस्ते {{1}}, आपके ऑर्डर {{2}} का भुगतान पूरा नहीं हो पाया। कृपया अपनी जानकारी जाँचें या मदद के लिए हमें लिखें।',
      'मुझे मदद चाहिए',
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
    es: [
      'Hola, {{1}}: hemos reembolsado {{2}} en la cuenta con la que pagaste. Puede tardar hasta cinco días laborables en llegar.',
    ],
    pt: [
      'Olá, {{1}}! Reembolsamos {{2}} na conta que você usou para pagar. Pode levar até cinco dias úteis para chegar.',
    ],
    ar: ['مرحبًا {{1}}، أعدنا مبلغ {{2}} إلى الحساب الذي دفعت منه. قد يستغرق وصوله حتى خمسة أيام عمل.'],
    hi: ['नमस्ते {{1}}, हमने {{2}} उसी खाते में वापस कर दिए हैं जिससे आपने भुगतान किया था। पहुँचने में पाँच कार्यदिवस तक लग सकते हैं।'],
  }),
  entry(
    'verification_code',
    'verification',
    [],
    { en: [''], de: [''], fr: [''], es: [''], pt: [''], ar: [''], hi: [''] },
    'AUTHENTICATION',
  ),
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
    es: [
      'Hola, {{1}}: tu pedido {{2}} está completo. ¿Cómo de satisfecho estás con nuestra gestión?',
      'Satisfecho',
      'No satisfecho',
    ],
    pt: [
      'Olá, {{1}}! Seu pedido {{2}} está concluído. Você ficou satisfeito com o nosso atendimento?',
      'Satisfeito',
      'Não satisfeito',
    ],
    ar: ['مرحبًا {{1}}، اكتمل طلبك {{2}} لدينا. ما مدى رضاك عن تعاملنا معه؟', 'راضٍ', 'غير راضٍ'],
    hi: ['नमस्ते {{1}}, आपका ऑर्डर {{2}} पूरा हो गया है। हमने इसे जिस तरह सँभाला, उससे आप कितने संतुष्ट हैं?', 'संतुष्ट', 'संतुष्ट नहीं'],
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
      es: [
        'Hola, {{1}}: hace tiempo que no nos vemos. Hay muchas novedades en nuestra tienda y nos encantaría enseñártelas.',
        'Enséñamelas',
        'Darme de baja',
      ],
      pt: [
        'Olá, {{1}}! Faz tempo que não nos vemos. Há muitas novidades na nossa loja e adoraríamos mostrá-las a você.',
        'Quero ver',
        'Descadastrar',
      ],
      ar: [
        'مرحبًا {{1}}، لم نرك منذ فترة. وصل الكثير من الجديد إلى متجرنا ويسعدنا أن نعرضه عليك.',
        'أرني الجديد',
        'إلغاء الاشتراك',
      ],
      hi: [
        'नमस्ते {{1}}, बहुत दिनों से आपसे मुलाकात नहीं हुई। हमारी दुकान में बहुत कुछ नया आया है और हम आपको दिखाना चाहेंगे।',
        'दिखाइए',
        'सदस्यता रद्द करें',
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
      es: [
        'Hola, {{1}}: nuestra nueva colección de {{2}} ya está aquí. Ven y sé de los primeros en probarla.',
        'Cuéntame más',
        'Darme de baja',
      ],
      pt: [
        'Olá, {{1}}! Nossa nova coleção de {{2}} chegou. Venha ver e seja um dos primeiros a experimentar.',
        'Quero saber mais',
        'Descadastrar',
      ],
      ar: [
        'مرحبًا {{1}}، وصلت مجموعتنا الجديدة لموسم {{2}} إلى المتجر. زرنا وكن من أوائل من يجرّبها.',
        'أخبرني المزيد',
        'إلغاء الاشتراك',
      ],
      hi: [
        'नमस्ते {{1}}, {{2}} का हमारा नया कलेक्शन आ गया है। आइए और इसे सबसे पहले आज़माने वालों में शामिल हों।',
        'और बताएँ',
        'सदस्यता रद्द करें',
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
      es: [
        'Hola, {{1}}: todavía hay artículos en tu cesta. ¿Quieres que te los guardemos hasta mañana?',
        'Guardádmelos',
        'Darme de baja',
      ],
      pt: [
        'Olá, {{1}}! Ainda há itens no seu carrinho. Quer que a gente os guarde para você até amanhã?',
        'Guardar',
        'Descadastrar',
      ],
      ar: [
        'مرحبًا {{1}}، ما زالت هناك منتجات في سلتك. هل تود أن نحتفظ بها لك حتى الغد؟',
        'احتفظوا بها',
        'إلغاء الاشتراك',
      ],
      hi: ['नमस्ते {{1}}, आपकी बास्केट में अब भी सामान है। क्या हम उसे कल तक आपके लिए रख लें?', 'रख लीजिए', 'सदस्यता रद्द करें'],
    },
    'MARKETING',
  ),
];

/** A template of the library for the editor; English where it has no such language. */
export function libraryContent({ samples, text, category }: LibraryTemplate, language: string): TemplateContent {
  const [short = 'en'] = language.split('_');
  const known = libraryLanguages.find((each) => each === short) ?? 'en';
  const [body, ...replies] = text[known];
  const labels: Record<LibraryLanguage, string> = {
    ar: 'نسخ الرمز',
    de: 'Code kopieren',
    en: 'Copy code',
    es: 'Copiar código',
    fr: 'Copier le code',
    hi: 'कोड कॉपी करें',
    pt: 'Copiar código',
  };
  const button = (label: string): TemplateButton => ({ type: 'QUICK_REPLY', text: label, value: '', sample: '' });
  return {
    ...emptyContent,
    body,
    samples: Object.fromEntries(samples.map((sample, at) => [String(at + 1), sample])),
    buttons: replies.map(button),
    ...(category === 'AUTHENTICATION' && { code: { ...emptyContent.code, button: labels[known] } }),
  };
}
