export const contactsScreens = {
  '/contacts': () => import('./pages/contacts-page.tsx').then((module) => module.ContactsPage),
  '/contacts/add': () => import('./pages/add-contact-page.tsx').then((module) => module.AddContactPage),
  '/contacts/import': () => import('./pages/import-page.tsx').then((module) => module.ImportPage),
  '/contacts/{id}/edit': () => import('./pages/edit-contact-page.tsx').then((module) => module.EditContactPage),
  '/settings/custom-attributes': () =>
    import('./pages/custom-attributes-page.tsx').then((module) => module.CustomAttributesPage),
};
