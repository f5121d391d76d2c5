import { assessmentCategories, type AssessmentCategory } from '@tradewind/contract/site/assessment.words'
import { keptForm, type Typed } from '#kit/browser/kept-form'
import { phrase, type Say } from '#kit/text'

/** Under these names this browser keeps what was given, until it has arrived. */
export const contactKept = 'assessment:contact'
export const answersKept = 'assessment:answers'
const startKept = 'assessment:start'

/** The questions are open: a reload opens them again. */
export const keepStart = () => keptForm(startKept).keep({ started: 'true' })
export const isStarted = () => keptForm(startKept).read()['started'] === 'true'

export const contactGiven = () => contactIn(keptForm(contactKept).read())

/** All has arrived. */
export const dropKept = () => {
  for (const name of [contactKept, answersKept, startKept]) keptForm(name).keep({})
}

/** From 'Strongly Disagree' to 'Strongly Agree'. */
export const scores = [0, 1, 2, 3, 4, 5] as const

interface Asked {
  uniqueId: string
  category: AssessmentCategory
}

/** What was answered so far, and which questions were not, in their order. */
export const answersIn = (typed: Typed, questions: readonly Asked[]) => ({
  answers: questions
    .filter(({ uniqueId }) => typed[uniqueId])
    .map(({ uniqueId }) => ({ questionId: uniqueId, score: Number(typed[uniqueId]) })),
  missing: questions.map(({ uniqueId }) => uniqueId).filter((uniqueId) => !typed[uniqueId]),
})

/** The questions of each category that has some, in the order of the categories. */
export const byCategory = <Q extends Asked>(questions: readonly Q[]) =>
  assessmentCategories
    .map((category) => ({ category, questions: questions.filter((asked) => asked.category === category) }))
    .filter((part) => part.questions.length > 0)

/** Minutes that it takes: a quarter of one for each question. */
export const minutesFor = (questions: number) => Math.ceil(questions / 4)

/** Who takes the self-assessment, as the form asks: all of it is required. */
export const contactNames = {
  firstName: phrase('First name'),
  lastName: phrase('Last name'),
  title: phrase('Title'),
  email: phrase('Email'),
  contactNumber: phrase('Contact number'),
  country: phrase('Country'),
} as const

export type ContactField = keyof typeof contactNames
/** `consent`: the version of the privacy policy that was agreed to, where the form asked for it. */
export type Contact = Readonly<Record<ContactField, string>> & { readonly consent?: string }
export type Faults = Readonly<Partial<Record<ContactField | 'consent', string>>>

export const contactFields = Object.keys(contactNames) as ContactField[]

const shapes: Partial<Record<ContactField, readonly [shape: RegExp, sentence: string]>> = {
  email: [/^[^\s@,"<>]+@[^\s@,"<>]+\.[^\s@,"<>.]{2,}$/, phrase('{what} is not a valid address')],
  contactNumber: [/^[\d\s+()-]*$/, phrase('{what} can only contain digits, spaces, + - ( and )')],
}

/** What is wrong with each field, in the sentences that the server would say. */
export const faultsIn = (typed: Typed, t: Say): Faults => {
  const faultOf = (field: ContactField) => {
    const given = typed[field]?.trim() ?? ''
    const what = t(contactNames[field])
    if (!given) return field === 'country' ? t('Country is required') : t('{what} is required', { what })
    const [shape, sentence] = shapes[field] ?? []
    return shape && sentence && !shape.test(given) ? t(sentence, { what }) : undefined
  }
  return Object.fromEntries(contactFields.map((field) => [field, faultOf(field)]).filter(([, fault]) => fault))
}

/** The contact data among what was typed; null where some is missing. */
export const contactIn = (typed: Typed): Contact | null => {
  if (contactFields.some((field) => !typed[field]?.trim())) return null
  const { consent } = typed
  const given = Object.fromEntries(contactFields.map((field) => [field, typed[field]!.trim()])) as Contact
  return consent ? { ...given, consent } : given
}

/** The faults of the contact data among those that the server found. */
export const contactFaults = (faults: Readonly<Record<string, string>>): Faults =>
  Object.fromEntries(Object.entries(faults).filter(([field]) => field === 'consent' || field in contactNames))
