import { describe, expect, test } from 'vitest'
import { modules, reworded } from '../../apps/server/src/kit/catalogues.ts'
import { saying } from '../../apps/web/app/kit/text.ts'
import { bareTexts, unwritten } from './source.ts'
import { catalogues, seenTexts, sorted, together, translated } from './texts.ts'

/** Loan words and signs that a language spells as English does. */
const alike: Readonly<Record<string, readonly string[]>> = {
  de: [
    'Agenda',
    'Audio',
    'Board',
    'CRM',
    'Code',
    'Dashboard',
    'Details',
    'Esc',
    'Filter',
    'Filter: {filter}',
    'Format',
    'Link',
    'Logo',
    'Migration',
    'Name',
    'OK',
    'Partner',
    'Person',
    'Problem',
    'Status',
    'Text',
    'Trends',
    'Version',
    'Version {version}',
    'Video',
    'Website',
    '{count} s',
  ],
  es: ['Agenda', 'Audio', 'CRM', 'Ctrl K', 'ERROR', 'Error', 'Esc', 'NO', 'No', 'OK', 'Roles', '{count} s', '⌘ K / Ctrl K'],
  fr: [
    'Action',
    'Actions',
    'Agenda',
    'Article',
    'Association',
    'Audience',
    'Audio',
    'CRM',
    'Code',
    'Condition',
    'Contact',
    'Contacts',
    'Ctrl K',
    'Date',
    'Description',
    'Document',
    'Format',
    'Imports',
    'Invitation',
    'Invitations',
    'Logo',
    'Menu',
    'Migration',
    'Migrations',
    'Note',
    'Notification',
    'Notifications',
    'OK',
    'Page {number}',
    'Pages',
    'Question',
    'Questions',
    'Score',
    'Type',
    'Types',
    'Version',
    'Version {version}',
    'Votes',
    '{count} contact|{count} contacts',
    '{count} question|{count} questions',
    '{count} s',
    '{count} vote|{count} votes',
    '⌘ K / Ctrl K',
  ],
  it: [
    'Agenda',
    'Area',
    'Audio',
    'CRM',
    'Ctrl K',
    'Database',
    'Esc',
    'File',
    'Link',
    'Logo',
    'Menu',
    'NO',
    'No',
    'OK',
    'Partner',
    'Password',
    'Replica',
    'Video',
    '{count} s',
    '⌘ K / Ctrl K',
  ],
}

/** The company on the home page, which has no other name in another language. */
const names = ['Maison Vasseur & Fils']

const seen = await seenTexts()
const holes = (text: string) => [...new Set(text.match(/\{\w+\}/g))].toSorted()
const forms = (text: string) => text.split('|')
/** Whether a text has more than placeholders and signs. */
const hasWords = (text: string) => /\p{L}/u.test(text.replace(/\{\w+\}/g, ''))

test('a screen says all that it shows', () => {
  expect(bareTexts().filter(({ text }) => !names.includes(text))).toEqual([])
})

test('what the server and the contract say is written where it is said', () => {
  expect(unwritten()).toEqual([])
}, 30_000) // it reads every source file

describe.each(translated)('in %s', (language) => {
  const files = catalogues(language)
  const texts = together(files)
  const pairs = Object.entries(texts)

  test('every text that people see is there, and no other', () => {
    expect(sorted(seen, files)).toMatchObject({ missing: [], stale: [] })
  })

  test('each text stands once, beside what says it, in the order of its English', () => {
    const lists = (of: typeof files) => Object.values(of).map((one) => Object.keys(one))
    expect(lists(files)).toEqual(lists(sorted(seen, files).files))
    const keys = lists(files).flat()
    expect(keys).toHaveLength(new Set(keys).size)
  })

  test('each text has the holes of its English, in each of its forms', () => {
    const differing = pairs.filter(([english, text]) => {
      const wanted = forms(english).map(holes)
      return JSON.stringify(forms(text).map(holes)) !== JSON.stringify(wanted)
    })
    expect(differing).toEqual([])
  })

  test('a text that counts has a form for each that the language tells apart', () => {
    const rules = new Intl.PluralRules(language)
    const toldApart = new Set(Array.from({ length: 1000 }, (_, count) => rules.select(count)))
    const counting = pairs.filter(([english]) => forms(english).length > 1)
    expect(counting.filter(([, text]) => forms(text).length !== toldApart.size)).toEqual([])
    expect(counting).not.toEqual([])
  })

  test('no text is its English, but where the language has the same word', () => {
    const same = pairs.filter(([english, text]) => english === text && hasWords(english))
    expect(same.map(([english]) => english).toSorted()).toEqual(alike[language])
  })

  test('a text that is missing is missed, and reads as its English', () => {
    const { Save: _, ...others } = texts
    expect(sorted(seen, { ...files, kit: others }).missing).toEqual(['Save'])
    expect(saying({ language, texts: others })('Save')).toBe('Save')
  })
})

const none = Object.fromEntries(modules.map((module) => [module, {}])) as ReturnType<typeof catalogues>
const said = (text: string, ...files: string[]) => files.map((file) => ({ text, file }))

test('a text goes where it is said, to the kit where several modules say it, and what nobody says stays where it is', () => {
  const here = [
    ...said('Company', 'apps/web/app/crm/company/CompanyList.tsx', 'packages/contract/src/crm/company.words.ts'),
    ...said('Name', 'apps/web/app/crm/company/CompanyList.tsx', 'apps/web/app/site/lead/LeadList.tsx'),
    ...said('Save', 'apps/web/app/ui/form/FormPage.tsx'),
    ...said('Folder', 'apps/server/src/drive/folder.routes.ts'),
  ]
  const trust = { Save: 'Sichern', Gone: 'Fort', Name: 'Name', Company: 'Firma' }
  expect(sorted(here, { ...none, trust })).toEqual({
    files: { ...none, crm: { Company: 'Firma' }, kit: { Name: 'Name', Save: 'Sichern' }, trust: { Gone: 'Fort' } },
    missing: ['Folder'],
    stale: ['Gone'],
  })
})

test('a text that was reworded keeps its translations', () => {
  try {
    reworded['Old words'] = 'Better words'
    const here = said('Better words', 'apps/web/app/crm/company/CompanyList.tsx')
    expect(sorted(here, { ...none, crm: { 'Old words': 'Worte' } })).toEqual({
      files: { ...none, crm: { 'Better words': 'Worte' } },
      missing: [],
      stale: [],
    })
  } finally {
    delete reworded['Old words']
  }
})

test('each text that was reworded became one that is said, and no other became the same', () => {
  const [olds, news] = [Object.keys(reworded), Object.values(reworded)]
  const known = together(catalogues('de'))
  expect(olds.filter((old) => Object.hasOwn(known, old))).toEqual([])
  expect(news.filter((text) => !Object.hasOwn(known, text) && !olds.includes(text))).toEqual([])
  expect(news).toHaveLength(new Set(news).size)
})

test('French keeps its signs on the line of their word', () => {
  const loose = Object.values(together(catalogues('fr'))).filter((text) => / [:;!?»]|« |[^\s][:;!?]/.test(text))
  expect(loose).toEqual([])
})
