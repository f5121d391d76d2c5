import { IconAddressBook, IconUserPlus, IconUsersGroup } from '@tabler/icons-react'
import { contactPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { all } from '@tradewind/contract/kit/policy'
import { ADMINS, BASIC_UP, LEVEL3 } from '@tradewind/contract/roles'
import type { Feature } from '#kit/feature'

const group = phrase('Contact Database')

export const contactFeature: Feature = {
  menu: [
    {
      group,
      text: phrase('Contacts'),
      path: 'contact/list',
      list: { kind: 'contact', viewed: true },
      members: 'line',
      icon: IconAddressBook,
      rules: [[[...ADMINS, ...LEVEL3, ...BASIC_UP], all]],
    },
  ],
  create: [
    {
      text: phrase('New Contact'),
      path: 'contact/create',
      icon: IconUserPlus,
      rules: contactPolicy.create,
      position: 4,
      key: 'k',
      named: phrase('New contact “{name}”'),
    },
  ],
  kinds: [
    {
      kind: 'contact',
      singular: phrase('Contact'),
      plural: phrase('Contacts'),
      icon: IconAddressBook,
      show: (uniqueId) => `contact/show/${uniqueId}`,
    },
  ],
  ofRecord: [
    {
      kind: 'company',
      text: phrase('View All Contacts'),
      path: (uniqueId) => `?contacts=${uniqueId}`,
      icon: IconUsersGroup,
      rules: contactPolicy.see,
    },
    {
      kind: 'company',
      text: phrase('Create Contact'),
      path: (uniqueId) => `contact/create/${uniqueId}`,
      icon: IconUserPlus,
      rules: contactPolicy.create,
    },
  ],
  screens: {
    work: {
      'contact/list': 'crm/contact/ContactList.tsx',
      'contact/create': 'crm/contact/ContactForm.tsx',
      'contact/create/:companyId': 'crm/contact/ContactForm.tsx',
      'contact/edit/:uniqueId': 'crm/contact/ContactForm.tsx',
      'contact/duplicates': 'crm/contact/ContactDuplicates.tsx',
      'contact/merge': 'crm/contact/ContactMerge.tsx',
      'contact/show/:uniqueId': 'crm/record/ContactShow.tsx',
    },
  },
}
