import { createdBy, dateCreated, type FieldSpecs } from '../kit/entityFields.ts'
import { languageNames } from '../kit/locale.ts'
import { phrase } from '../kit/phrase.ts'
import { articleTypeNames, categoryNames, contentStatusNames, contentTypeNames, subscriptionNames } from './content.constants.ts'

const choice = <C extends Readonly<Record<string, string>>>(label: string, choices: C) =>
  ({ label, type: 'choice', choices, prompt: '', readOnly: true, where: true }) as const

/** The fields of content that the list of its writers shows and filters by. Its form has its own inputs. */
export const contentFields = {
  title: {
    label: phrase('Title@@heading'),
    type: 'text',
    readOnly: true,
    searchLine: 1,
    sortable: true,
    where: true,
    column: { at: 1 },
  },
  contentType: { ...choice(phrase('Type'), contentTypeNames), column: { at: 2, width: '7%' } },
  category: { ...choice(phrase('Category'), categoryNames), column: { at: 3, width: '14%' } },
  articleTypes: { ...choice(phrase('Sub-categories'), articleTypeNames), type: 'choices' },
  /** Who may open it. */
  subscription: {
    ...choice(phrase('Subscription'), subscriptionNames),
    column: { at: 4, label: phrase('Monetization'), width: '14%' },
  },
  status: { ...choice(phrase('Status'), contentStatusNames), column: { at: 5, width: '11.5%' } },
  /** Empty while it has never been published. */
  shownFrom: {
    label: phrase('Shown from'),
    type: 'moment',
    readOnly: true,
    sortable: true,
    where: 'orEmpty',
    column: { at: 6, width: '11%' },
  },
  createdBy: { ...createdBy, label: phrase('Writer'), column: { at: 7, width: '12%' } },
  language: choice(phrase('Language'), languageNames),
  dateCreated,
} as const satisfies FieldSpecs

const settable = <C extends Readonly<Record<string, string>>>(label: string, choices: C, prompt: string) =>
  ({ label, type: 'choice', choices, prompt, required: true }) as const

/** The fields that can be set in many pieces of content. */
export const contentBulkFields = {
  category: settable(phrase('Category'), categoryNames, 'Choose a category'),
  articleTypes: {
    ...settable(phrase('Sub-categories'), articleTypeNames, 'Choose at least one sub-category'),
    type: 'choices',
    wrongChoice: 'This is not a sub-category',
  },
  /** The value is sent as a text. */
  isPaidContent: settable(phrase('Monetization'), { true: phrase('PAID'), false: phrase('FREE') }, 'Yes or no'),
  status: settable(phrase('Status'), contentStatusNames, 'Unknown status'),
} as const satisfies FieldSpecs
