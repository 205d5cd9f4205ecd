import { type Author, type Conversation, customerWrites, days, hours, type Step, teamWrites } from './conversation.ts';

type Short = readonly [name: string, phone: string, asked: string, answered: string, thanked?: string];

/** Questions a shop hears every week, with the answer and sometimes thanks. */
const talks: readonly Short[] = [
  [
    'Callum Fraser',
    '441174960701',
    'Do you buy used frames?',
    'We do, bring it in and we look at it together.',
    'Will do.',
  ],
  ['Yuki Tanaka', '818000000702', 'Is the helmet in size S still on sale?', 'Yes, until Sunday.', 'Great, thanks!'],
  [
    'Rosa Alvarado',
    '5215500000703',
    '¿Hacen envíos a México?',
    'Not yet, sorry. Our partner in Guadalajara does.',
    'Gracias.',
  ],
  [
    'Mehmet Yıldırım',
    '905300000704',
    'Which pump do you recommend for travel?',
    'The small one with a hose: it saves the valve.',
  ],
  [
    'Priya Venkataraman',
    '919800000705',
    'Can I change my pick-up to Friday?',
    'Friday is fine, any time after ten.',
    'Perfect 🙏',
  ],
  [
    'Jonas Lindqvist',
    '46700000706',
    'My brakes squeal when it rains.',
    'Probably glazed pads. Ten minutes, £12 a pair.',
  ],
  [
    'Beatriz Nogueira',
    '5511900000707',
    'Vocês alugam bicicletas para crianças?',
    'Sim, a partir de 16 polegadas.',
    'Obrigada!',
  ],
  [
    'Angus MacLeod',
    '441174960708',
    'Any chance of a test ride on the cargo bike?',
    'Yes, weekdays after three. Bring something heavy!',
    'Ha, I bring the twins.',
  ],
  ['Nguyễn Thị Hồng', '84900000709', 'Shop mình còn yên xe nữ không?', 'Dạ còn hai mẫu, £34 và £49.', 'Cảm ơn shop.'],
  [
    'Elif Kaya',
    '905300000710',
    'Do you repair e-bike batteries?',
    'We test them here and send them away for new cells.',
  ],
  [
    'Petra Novotná',
    '420600000711',
    'Is the workshop closed in the last week of December?',
    'From the 24th to the 1st, yes.',
    'Good to know.',
  ],
  [
    'Solveig Haugen',
    '4791000712',
    'How wide a tyre fits the Merlin frame?',
    '45 mm with mudguards, 50 without.',
    'Super',
  ],
  [
    'Chukwuemeka Nwosu',
    '2348000000713',
    'Good evening, do you sell the old bell with the bird?',
    'We have three left, brass and black.',
    'One brass please!',
  ],
  ['Hannah Weisz', '36200000714', 'Is there a discount for students?', 'Ten percent on everything but bikes.'],
  [
    'Giorgos Papadakis',
    '306900000715',
    'Καλησπέρα, έχετε σχάρα για κούρσα;',
    'Καλησπέρα! Ναι, μία με ζώνη, μέχρι 8 κιλά.',
    'Τέλεια',
  ],
  ['דנה לוי', '972500000716', 'שלום, האם אפשר לשמור לי את הקסדה עד מחר?', 'שלום דנה, בשמחה.', 'תודה רבה'],
  [
    'Freya Sørensen',
    '4520000717',
    'Where can I leave the rental when you are closed?',
    'In the locker beside the door, the code is on your receipt.',
    'Thanks!',
  ],
  ['Ray', '441174960718', 'u open', 'We are, until six.', 'k'],
  [
    'Francesca Bianchi',
    '393300000719',
    'The new saddle creaks a little.',
    'Come by, we grease the rails while you wait.',
    'Grazie, a domani!',
  ],
  [
    'Zoë van der Meer',
    '31600000720',
    'Can my daughter learn to true wheels with you?',
    'On the first Saturday of every month, from twelve years on.',
    'She will be there.',
  ],
];

/** What regular customers asked on earlier visits, about a month apart. */
const earlier: readonly (readonly [asked: string, answered: string, thanked: string])[] = [
  ['Is my bike ready?', 'It is, you can collect it until half past five.', 'See you later!'],
  ['Do you have bar tape in dark green?', 'Cork or gel, both £16.', 'Cork please, I will pick it up.'],
  [
    'My gears skip under load.',
    'Sounds like the chain. Bring it in and we measure the wear.',
    'Tomorrow then, thanks.',
  ],
  ['Can I book a basic service?', 'Wednesday at ten is free, £55.', 'Wednesday is great.'],
  ['Do you fit mudguards I bought elsewhere?', 'Of course, £15 and half an hour.', 'Perfect.'],
  [
    'What pressure do you run in 32 mm tyres?',
    'For your weight 60 psi, a bit less in front.',
    'Very helpful, thank you.',
  ],
  ['I lost the key of my lock 🙈', 'Send us the number on the cylinder and we order one.', 'You are the best.'],
];
/** Who writes in another language has no earlier visit. */
const regulars = new Set([
  ...['Callum Fraser', 'Yuki Tanaka', 'Mehmet Yıldırım', 'Priya Venkataraman', 'Jonas Lindqvist', 'Angus MacLeod'],
  ...['Elif Kaya', 'Petra Novotná', 'Solveig Haugen', 'Chukwuemeka Nwosu', 'Hannah Weisz', 'Freya Sørensen'],
  ...['Francesca Bianchi', 'Zoë van der Meer'],
]);
const visits = 2;

const authors: readonly Author[] = ['dana', 'omar'];

/** Most are done; every fifth waits for a reply of the customer. The older, the further apart. */
export const shortConversations: readonly Conversation[] = talks.map(
  ([name, phone, asked, answered, thanked], index) => {
    const by = authors[index % authors.length] ?? 'dana';
    const ago = hours(26) + days(index * 0.9);
    const thanks = thanked === undefined ? [] : [customerWrites(ago - 20, thanked)];
    const before = regulars.has(name) ? earlierVisits(index, ago) : [];
    const conversation: Conversation = {
      name,
      phone,
      assignee: by,
      steps: [...before, customerWrites(ago, asked), teamWrites(ago - 15, answered, by), ...thanks],
    };
    return index % 5 === 3 ? conversation : { ...conversation, done: true };
  },
);

function earlierVisits(index: number, lastAgo: number): Step[] {
  return Array.from({ length: visits }, (_, visit) => {
    const ago = lastAgo + days(31.3 * (visits - visit));
    const [asked, answered, thanked] = earlier[(index + visit * 3) % earlier.length] ?? ['', '', ''];
    const by = authors[(index + visit) % authors.length] ?? 'dana';
    return [customerWrites(ago, asked), teamWrites(ago - 18, answered, by), customerWrites(ago - 25, thanked)];
  }).flat();
}

/** A tour from coast to coast, day by day: what is asked under way, and the answers. */
const askedOnTheRoad: ReadonlyArray<readonly [string, string]> = [
  [
    'Left at seven, wind from behind. Which side of the canal is better after Bath?',
    'The north side, it was resurfaced.',
  ],
  ['Coffee stop! The left pedal clicks every turn.', 'Tighten it a quarter turn, it is the left one: anticlockwise.'],
  ['It is gone, thank you.', 'Good. Look at it again tonight.'],
  ['Puncture number one. Patch or new tube?', 'New tube now, patch the old one in the evening.'],
  ['Done in twelve minutes!', 'Faster than Omar.'],
  ['The shop in Devizes is closed. Who has brake pads on a Sunday?', 'The hire shop at the marina, until four.'],
  ['They had them. How far are they meant to be from the rim?', 'Two millimetres, and level with it.'],
  ['Rain, rain, rain.', 'Dry the chain tonight and oil it, even if you are tired.'],
  ['Camp is up, 84 km today.', 'Bravo! Sleep well.'],
  ['Photo of the sunset follows when there is a signal.', 'We put it on the wall of the workshop.'],
];

/** One long conversation, so that there is something to scroll. */
export const longConversation: Conversation = {
  name: 'Eleanor Ashworth-Pryce',
  phone: '441174960799',
  assignee: 'dana',
  steps: [1, 2, 3].flatMap((day) =>
    askedOnTheRoad.flatMap(([asked, answered], index) => {
      const ago = days(4 - day) + hours(12 - index);
      return [customerWrites(ago, `Day ${day}. ${asked}`), teamWrites(ago - 14, answered)];
    }),
  ),
};
