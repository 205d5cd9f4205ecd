import { loadWords } from '../../platform/i18n.ts';
import { lazyPart } from '../../platform/lazy-part.tsx';
import type { ContactFactsProps } from './components/contact-facts.tsx';

export { contactName } from './contact-name.ts';
export { listLabel } from './list-label.ts';
export { readableNumber } from './readable-number.ts';

/** Lists, fields and opt-in of a contact, changed in place; its code comes with the first that is shown. */
export const ContactFacts = lazyPart<ContactFactsProps>(async () => {
  const words = ['contacts', 'parts', 'team'].map(loadWords);
  const [module] = await Promise.all([import('./components/contact-facts.tsx'), ...words]);
  return module.ContactFacts;
});
