/** WhatsApp's limits of locations, in characters unless said otherwise. It documents none for the two texts: those of a caption apply. */
export const locationLimits = { latitude: 90, longitude: 180, text: 1_024 } as const;

/** The same for contact cards. */
export const cardLimits = { cards: 257, name: 1_024, values: 100 } as const;

/** Documented limits of interactive messages, in characters unless said otherwise. */
export const interactiveLimits = {
  body: 1_024,
  listBody: 4_096,
  header: 60,
  footer: 60,
  buttons: 3,
  buttonTitle: 20,
  buttonId: 256,
  listButton: 20,
  sections: 10,
  rowsInAll: 10,
  sectionTitle: 24,
  rowTitle: 24,
  rowDescription: 72,
  rowId: 200,
  linkText: 20,
  cards: 10,
  cardBody: 160,
  cardBodyBreaks: 2,
  productsInAll: 30,
} as const;

/** What is kept of a product beside the message that names it, in characters. */
export const productLimits = { id: 255, name: 255, price: 60 } as const;

/** Documented for the URLs of template buttons; applied to every URL. */
export const maxUrlLength = 2_000;
