import {
  type Conversation,
  customerReacts,
  customerSends,
  customerWrites,
  days,
  hours,
  note,
  teamReacts,
  teamSends,
  teamSendsContent,
  teamWriteFails,
  teamWrites,
  teamWritesUntil,
} from './conversation.ts';
import { createImage, createPhoto } from './image.ts';
import { createPdf } from './pdf.ts';

const shop = { latitude: 51.4545, longitude: -2.5879, name: 'Kestrel Cycles', address: '14 Quay Lane, Bristol' };

const replyButton = (id: string, title: string) => ({ type: 'reply', reply: { id, title } });

/** The conversations of a bicycle shop's week that show what the product can show, newest first. */
export const shopConversations: readonly Conversation[] = [
  {
    name: 'Amara Okafor',
    phone: '441174960118',
    unread: true,
    steps: [
      customerWrites(34, 'Morning! My rear wheel has started to rub on every turn. Could somebody look at it today?'),
      teamWrites(31, 'Good morning Amara. Yes, bring it in before noon and Omar will true it while you wait.'),
      teamReacts(0, '🔧'),
      note(
        30,
        '{Dana Whitfield} she is on the service plan, so no labour charge. {Workshop}, please keep a stand free until noon.',
        'omar',
      ),
      customerWrites(12, 'Lovely. Is it still about £18?'),
      customerSends(9, 'image', createPhoto([41, 98, 107], [226, 214, 188], 'This is where it touches')),
      // Sent together with it.
      customerSends(8.9, 'image', createPhoto([92, 74, 62], [198, 206, 210])),
      teamSends(
        8.5,
        {
          type: 'image',
          name: 'stand.png',
          mimeType: 'image/png',
          content: createImage([196, 150, 90], [70, 60, 52], 640, 420),
        },
        'Come straight to this stand by the door',
      ),
      teamSends(
        8.2,
        {
          type: 'document',
          name: 'Prices 2026.pdf',
          mimeType: 'application/pdf',
          content: createPdf('Wheel truing: 18 GBP'),
        },
        'All our prices',
      ),
      customerWrites(8, 'I can be there at half past ten.'),
      customerSends(7, 'document', {
        data: createPdf('Kestrel Cycles, receipt 1182').toString('base64'),
        mime_type: 'application/pdf',
        filename: 'Receipt 1182.pdf',
      }),
    ],
  },
  {
    name: 'ليلى حداد',
    phone: '971500000142',
    assignee: 'dana',
    unread: true,
    steps: [
      customerWrites(95, 'مرحبا، هل ما زالت الدراجة الزرقاء متوفرة بمقاس 54؟'),
      teamWrites(90, 'أهلاً ليلى، نعم لدينا واحدة بمقاس 54 وأخرى بمقاس 56. هل نحجزها لك؟'),
      customerWrites(22, 'نعم من فضلك، سأمر يوم السبت بعد الظهر.'),
    ],
  },
  {
    name: '佐藤 美咲',
    phone: '818000000177',
    assignee: 'omar',
    steps: [
      customerWrites(hours(3), 'こんにちは。レンタルのタンデム自転車は来週の土曜日に空いていますか？'),
      teamWrites(hours(2.9), 'こんにちは、美咲さん。はい、9時から空いています。ヘルメットは二つ必要ですか？', 'omar'),
      customerWrites(hours(2.5), 'はい、二つお願いします。'),
      teamWrites(hours(2.4), '承りました。土曜日の9時にお待ちしています。', 'omar'),
      customerReacts(3, '🙏'),
    ],
  },
  {
    name: 'Maximiliane Freifrau von Hohenstein-Lüders',
    phone: '4915550000123',
    assignee: 'dana',
    steps: [
      customerWrites(
        hours(5),
        'Guten Tag, ich plane mit meinem Mann eine Tour von Bristol nach Land’s End und zurück, etwa 640 km in neun Tagen, und wir wollen zwei Trekkingräder mit Gepäckträgern, Packtaschen, Beleuchtung und Ersatzschläuchen mieten. Außerdem brauchen wir für ein Rad einen verstellbaren Vorbau, weil ich nach einer Handgelenksoperation aufrechter sitzen muss.\n\nKönnen Sie uns sagen:\n- was das für neun Tage kostet,\n- ob Sie die Räder in Penzance wieder abholen,\n- ob eine Versicherung gegen Diebstahl enthalten ist,\n- und bis wann wir verbindlich zusagen müssen?\n\nVielen Dank im Voraus!',
      ),
      teamWrites(
        hours(4.6),
        'Guten Tag, das machen wir gern. *Zwei Trekkingräder* für neun Tage kosten £396, Taschen und Licht eingeschlossen. Eine Abholung in Penzance kostet £60.',
      ),
      teamWrites(
        hours(4.5),
        'Diebstahl ist mit £150 Selbstbehalt versichert. Bitte sagen Sie uns bis zum 28. Bescheid.',
      ),
      customerWrites(hours(4.1), 'Das klingt wunderbar, ich melde mich heute Abend!', 1),
    ],
  },
  {
    name: 'Oksana Kovalenko',
    phone: '380440000156',
    assignee: 'omar',
    unread: true,
    steps: [
      customerWrites(hours(22.6), 'Добрий день! Чи можна у вас замінити ланцюг і касету на дорожньому велосипеді?'),
      teamWrites(hours(22.5), 'Добрий день! Так, це займає близько години. Коли вам зручно?', 'omar'),
      customerWrites(hours(22.4), 'Завтра о 10:00, якщо можна.'),
    ],
  },
  {
    name: 'Pete Rowbotham',
    phone: '441174960231',
    unread: true,
    steps: [
      customerWrites(hours(18.4), 'Any news on the frame bag I ordered? It was meant to be here on Tuesday.'),
      customerWrites(hours(18.3), 'Order K-20871'),
    ],
  },
  {
    name: 'Inês Carvalho',
    phone: '351910000164',
    assignee: 'dana',
    steps: [
      customerWrites(hours(7), 'Hi, where exactly is the shop? My phone takes me to the harbour.'),
      teamWrites(
        hours(6.9),
        'You are nearly there: Quay Lane is the street behind the harbour office. Green door, number 14.',
      ),
      teamSendsContent(hours(6.85), { type: 'location', location: shop }),
      customerSends(hours(6.8), 'location', shop),
      customerWrites(hours(6.7), 'Here?'),
      teamWrites(hours(6.7), 'Exactly there. See you in a minute!'),
      teamReacts(4, '👍'),
    ],
  },
  {
    name: 'Tomás Fernández',
    phone: '34600000187',
    assignee: 'omar',
    steps: [
      customerWrites(hours(26), 'Hola, ¿está lista mi gravel?'),
      teamSendsContent(
        hours(25),
        {
          type: 'interactive',
          interactive: {
            type: 'button',
            body: { text: 'Hola Tomás, it is ready. Would you rather collect it or have it delivered?' },
            footer: { text: 'Kestrel Cycles' },
            action: { buttons: [replyButton('collect', 'I collect it'), replyButton('deliver', 'Deliver it')] },
          },
        },
        'omar',
      ),
      customerSends(
        hours(9),
        'interactive',
        { type: 'button_reply', button_reply: { id: 'collect', title: 'I collect it' } },
        1,
      ),
      teamWrites(hours(8.8), 'Perfect, we are open until 18:00 today.', 'omar'),
      customerWrites(hours(8.5), 'On my way 🚲'),
    ],
  },
  {
    name: 'Gráinne Ní Bhriain',
    phone: '353850000119',
    assignee: 'dana',
    steps: [
      customerWrites(hours(11), 'Do you have child seats that fit an e-bike rack?'),
      teamWrites(hours(10.8), 'We do, two sorts. This is the lighter one, up to 22 kg: kestrel.example/seats/finch'),
      note(hours(10.7), 'The last *Finch* is reserved, {Sales} please order two more.'),
      note(hours(10.6), 'Done, they come on Monday.', 'omar'),
      customerWrites(hours(10.5), 'Is it ~~very~~ ~very~ hard to fit?', 1),
      teamWrites(hours(10.4), 'Ten minutes with two hex keys. Or we fit it for you, _free of charge_ with the seat.'),
      customerReacts(3, '❤️'),
      teamWritesUntil('delivered', hours(10.3), 'Shall we keep one for you until Friday?'),
    ],
  },
  {
    name: 'Bashir Rahmani',
    phone: '441174960342',
    steps: [
      customerWrites(hours(20), 'Can you send the invoice again please? The old phone is gone with all its messages.'),
      teamWriteFails(131026, hours(19.9), 'Of course, here it is: kestrel.example/invoices/K-20644'),
    ],
  },
  {
    name: 'Sunniva Aasland',
    phone: '4791000012',
    assignee: 'omar',
    steps: [
      customerWrites(hours(13), 'Hei! Are the studded tyres for 29 inch wheels back in stock?'),
      teamWriteFails('unknown', hours(12.8), 'Hello Sunniva, they arrived this morning. Six pairs are left.', 'omar'),
    ],
  },
  {
    name: 'Wojciech Dąbrowski',
    phone: '48500000133',
    assignee: 'dana',
    steps: [
      customerWrites(hours(30), 'Dzień dobry, how long does a full service take at the moment?'),
      teamWrites(hours(29.5), 'Dzień dobry! Two days. You can leave it on any weekday until six.'),
      note(hours(7), '{Dana Whitfield} and {Mei Tanaka}: he asked me at the counter, Thursday suits him best.', 'omar'),
      teamWriteFails('held', hours(5.9), 'Your slot on Thursday at nine is still free, shall we keep it?'),
    ],
  },
  {
    name: 'K.',
    username: 'kestrel.fan',
    phone: '441174960433',
    hidesNumber: true,
    assignee: 'omar',
    steps: [
      customerWrites(hours(15), 'Hey, I would rather not give my number. Can I still ask about the Saturday ride?'),
      teamWrites(hours(14.8), 'Of course. We meet at nine in front of the shop, 40 easy km, coffee half-way.', 'omar'),
      customerWrites(hours(14.7), '👍'),
      customerReacts(1, '☕'),
    ],
  },
  {
    name: 'Aoife & Sam (Harbour Riders)',
    phone: '441174960520',
    assignee: 'dana',
    done: true,
    steps: [
      customerWrites(days(2.2), 'We need 14 jerseys for the club, in the colours of last year.'),
      customerSends(days(2.19), 'document', {
        data: Buffer.from('%PDF-1.4\n% sizes and names of the club\n%%EOF\n').toString('base64'),
        mime_type: 'application/pdf',
        filename: 'Harbour Riders, sizes 2026.pdf',
      }),
      teamWrites(days(2.1), 'Got it. 14 jerseys, two of them XXL, £31 each with the club price.'),
      customerWrites(days(2.05), 'Deal! 🎉'),
      teamWrites(days(2), 'Ordered. They will be here in about three weeks.'),
    ],
  },
  {
    name: 'Dr. Ngozi Adeyemi-Clarke',
    phone: '441174960611',
    assignee: 'omar',
    steps: [
      customerWrites(hours(23.4), 'Please listen, it is quicker than typing.'),
      customerSends(hours(23.3), 'audio', {
        data: Buffer.from('OggS a voice that only stands for one').toString('base64'),
        mime_type: 'audio/ogg; codecs=opus',
        voice: true,
      }),
    ],
  },
  {
    name: '李小龍',
    phone: '85290000144',
    done: true,
    steps: [
      customerWrites(days(4), '請問你們星期日有營業嗎？'),
      teamWrites(days(3.99), '您好，星期日我們休息，星期六營業到五點。'),
      customerWrites(days(3.98), '謝謝！'),
      teamReacts(2, '🙂'),
    ],
  },
  {
    name: 'Marguerite Delacroix',
    phone: '33600000155',
    assignee: 'dana',
    steps: [
      customerWrites(hours(17), 'Bonjour, voici le contact de mon mari, il viendra chercher le vélo.'),
      customerSends(hours(16.9), 'contacts', [
        { name: { formatted_name: 'Luc Delacroix', first_name: 'Luc' }, phones: [{ phone: '+33 6 00 00 01 56' }] },
      ]),
      teamWrites(hours(16.7), 'Merci, nous le noterons sur la commande.'),
    ],
  },
];
