import { phrase } from '@tradewind/contract/kit/phrase'
import { assessmentCategoryList } from '@tradewind/contract/site/assessment.constants'
import { formStorage, type FormTexts } from '#kit/browser/storedForm'
import { type Translate } from '#kit/text'

/** The names under which this browser stores the input until it has been sent. */
export const contactStorageKey = 'assessment:contact'
export const answersStorageKey = 'assessment:answers'
const startStorageKey = 'assessment:start'

/** Records that the questions are open, so that a reload opens them again. */
export const storeStart = () => formStorage(startStorageKey).keep({ started: 'true' })
export const isStarted = () => formStorage(startStorageKey).read()['started'] === 'true'

export const readStoredContact = () => parseContact(formStorage(contactStorageKey).read())

/** Deletes the stored input once it has been sent. */
export const clearStoredInput = () => {
  for (const name of [contactStorageKey, answersStorageKey, startStorageKey]) formStorage(name).keep({})
}

/** From 'Strongly Disagree' to 'Strongly Agree'. */
export const scores = [0, 1, 2, 3, 4, 5] as const

interface CategorizedQuestion {
  uniqueId: string
  category: string
}

/** The answers so far, and the questions without an answer, in their order. */
export const collectAnswers = (typed: FormTexts, questions: readonly CategorizedQuestion[]) => ({
  answers: questions
    .filter(({ uniqueId }) => typed[uniqueId])
    .map(({ uniqueId }) => ({ questionId: uniqueId, score: Number(typed[uniqueId]) })),
  missing: questions.map(({ uniqueId }) => uniqueId).filter((uniqueId) => !typed[uniqueId]),
})

/** The questions by category, in the order of the categories, without empty ones. */
export const byCategory = <Q extends CategorizedQuestion>(questions: readonly Q[]) =>
  assessmentCategoryList
    .map((category) => ({ category, questions: questions.filter((question) => question.category === category) }))
    .filter((part) => part.questions.length > 0)

/** The estimated minutes: a quarter of a minute for each question. */
export const estimateMinutes = (questions: number) => Math.ceil(questions / 4)

/** The labels of the contact data. All of it is required. */
export const contactLabels = {
  firstName: phrase('First name'),
  lastName: phrase('Last name'),
  title: phrase('Title'),
  email: phrase('Email'),
  contactNumber: phrase('Contact number'),
  country: phrase('Country'),
} as const

export type ContactField = keyof typeof contactLabels
/** `consent`: the version of the privacy policy that was agreed to, if the form asked for it. */
export type Contact = Readonly<Record<ContactField, string>> & { readonly consent?: string }
export type Faults = Readonly<Partial<Record<ContactField | 'consent', string>>>

export const contactFields = Object.keys(contactLabels) as ContactField[]

const fieldPatterns: Partial<Record<ContactField, readonly [shape: RegExp, sentence: string]>> = {
  email: [/^[^\s@,"<>]+@[^\s@,"<>]+\.[^\s@,"<>.]{2,}$/, phrase('{what} is not a valid address')],
  contactNumber: [/^[\d\s+()-]*$/, phrase('{what} can only contain digits, spaces, + - ( and )')],
}

/** The faults of each field, in the same words as the server's. */
export const findFaults = (typed: FormTexts, t: Translate): Faults => {
  const faultOf = (field: ContactField) => {
    const value = typed[field]?.trim() ?? ''
    const what = t(contactLabels[field])
    if (!value) return field === 'country' ? t('Country is required') : t('{what} is required', { what })
    const [shape, sentence] = fieldPatterns[field] ?? []
    return shape && sentence && !shape.test(value) ? t(sentence, { what }) : undefined
  }
  return Object.fromEntries(contactFields.map((field) => [field, faultOf(field)]).filter(([, fault]) => fault))
}

/** The contact data in what was typed; null if some is missing. */
export const parseContact = (typed: FormTexts): Contact | null => {
  if (contactFields.some((field) => !typed[field]?.trim())) return null
  const { consent } = typed
  const contact = Object.fromEntries(contactFields.map((field) => [field, typed[field]!.trim()])) as Contact
  return consent ? { ...contact, consent } : contact
}

/** Those of the server's faults that belong to the contact data. */
export const contactFaults = (faults: Readonly<Record<string, string>>): Faults =>
  Object.fromEntries(Object.entries(faults).filter(([field]) => field === 'consent' || field in contactLabels))
