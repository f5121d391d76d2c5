import { screen } from '#kit/screen'

export const contactScreens = [
  screen('contact/list', 'features/contact/ContactList.tsx'),
  screen('contact/create', 'features/contact/ContactCreate.tsx'),
  screen('contact/create/:companyId', 'features/contact/ContactCreate.tsx'),
  screen('contact/edit/:uniqueId', 'features/contact/ContactEdit.tsx'),
  screen('contact/show/:uniqueId', 'features/contact/ContactShow.tsx'),
]
