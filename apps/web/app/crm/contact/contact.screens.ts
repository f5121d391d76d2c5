import { screen } from '#kit/screen'

export const contactScreens = [
  screen('contact/list', 'crm/contact/ContactList.tsx'),
  screen('contact/create', 'crm/contact/ContactCreate.tsx'),
  screen('contact/create/:companyId', 'crm/contact/ContactCreate.tsx'),
  screen('contact/edit/:uniqueId', 'crm/contact/ContactEdit.tsx'),
  screen('contact/show/:uniqueId', 'crm/contact/ContactShow.tsx'),
]
