import { describe, expect, test } from 'vitest'
import { modules, rewordedTexts } from '../../apps/server/src/kit/catalogues.ts'
import { createTranslate } from '../../apps/web/app/kit/text.ts'
import { composedTexts, untranslatedTexts } from './source.ts'
import { catalogues, mergeCatalogues, sortCatalogues, translatedLanguages, visibleTexts } from './texts.ts'

/** Loan words and signs that a language spells as English does. */
const sameInLanguage: Readonly<Record<string, readonly string[]>> = {
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
  es: [
    'Agenda',
    'Audio',
    'CRM',
    'Ctrl K',
    'ERROR',
    'Error',
    'Esc',
    'NO',
    'No',
    'OK',
    'Plan',
    'Roles',
    '{count} s',
    '⌘ K / Ctrl K',
  ],
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
    'Consultant',
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
    '{count} page|{count} pages',
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

const seen = await visibleTexts()
const placeholders = (text: string) => [...new Set(text.match(/\{\w+\}/g))].toSorted()
const forms = (text: string) => text.split('|')
/** Whether a text has more than placeholders and signs. */
const hasWords = (text: string) => /\p{L}/u.test(text.replace(/\{\w+\}/g, ''))

test('screens show no text without a translation call', () => {
  expect(untranslatedTexts().filter(({ text }) => !names.includes(text))).toEqual([])
})

test('the server and the contract compose no text at runtime', () => {
  expect(composedTexts()).toEqual([])
}, 30_000) // it reads every source file

describe.each(translatedLanguages)('in %s', (language) => {
  const files = catalogues(language)
  const texts = mergeCatalogues(files)
  const pairs = Object.entries(texts)

  test('the catalogues contain every visible text, and no others', () => {
    expect(sortCatalogues(seen, files)).toMatchObject({ missing: [], stale: [] })
  })

  test('each text occurs once, in the module that uses it, in the order of the English texts', () => {
    const lists = (of: typeof files) => Object.values(of).map((one) => Object.keys(one))
    expect(lists(files)).toEqual(lists(sortCatalogues(seen, files).files))
    const keys = lists(files).flat()
    expect(keys).toHaveLength(new Set(keys).size)
  })

  test('each text has the same placeholders as its English original, in every form', () => {
    const differing = pairs.filter(([english, text]) => {
      const wanted = forms(english).map(placeholders)
      return JSON.stringify(forms(text).map(placeholders)) !== JSON.stringify(wanted)
    })
    expect(differing).toEqual([])
  })

  test('a text with a count has a form for each plural category of the language', () => {
    const rules = new Intl.PluralRules(language)
    const pluralCategories = new Set(Array.from({ length: 1000 }, (_, count) => rules.select(count)))
    const plurals = pairs.filter(([english]) => forms(english).length > 1)
    expect(plurals.filter(([, text]) => forms(text).length !== pluralCategories.size)).toEqual([])
    expect(plurals).not.toEqual([])
  })

  test('no text equals its English original, unless the language has the same word', () => {
    const same = pairs.filter(([english, text]) => english === text && hasWords(english))
    expect(same.map(([english]) => english).toSorted()).toEqual(sameInLanguage[language])
  })

  test('a missing text is reported, and shown in English', () => {
    const { Save: _, ...others } = texts
    expect(sortCatalogues(seen, { ...files, kit: others }).missing).toEqual(['Save'])
    expect(createTranslate({ language, texts: others })('Save')).toBe('Save')
  })
})

const emptyCatalogues = Object.fromEntries(modules.map((module) => [module, {}])) as ReturnType<typeof catalogues>
const locatedTexts = (text: string, ...files: string[]) => files.map((file) => ({ text, file }))

test('moves a text to the module that uses it, or to the kit if several do, and leaves unused texts in place', () => {
  const here = [
    ...locatedTexts('Company', 'apps/web/app/crm/company/CompanyList.tsx', 'packages/contract/src/crm/company.constants.ts'),
    ...locatedTexts('Name', 'apps/web/app/crm/company/CompanyList.tsx', 'apps/web/app/site/lead/LeadList.tsx'),
    ...locatedTexts('Save', 'apps/web/app/ui/form/FormPage.tsx'),
    ...locatedTexts('Folder', 'apps/server/src/drive/folder.routes.ts'),
  ]
  const trust = { Save: 'Sichern', Gone: 'Fort', Name: 'Name', Company: 'Firma' }
  expect(sortCatalogues(here, { ...emptyCatalogues, trust })).toEqual({
    files: { ...emptyCatalogues, crm: { Company: 'Firma' }, kit: { Name: 'Name', Save: 'Sichern' }, trust: { Gone: 'Fort' } },
    missing: ['Folder'],
    stale: ['Gone'],
  })
})

test('a reworded text keeps its translations', () => {
  try {
    rewordedTexts['Old words'] = 'Better words'
    const here = locatedTexts('Better words', 'apps/web/app/crm/company/CompanyList.tsx')
    expect(sortCatalogues(here, { ...emptyCatalogues, crm: { 'Old words': 'Worte' } })).toEqual({
      files: { ...emptyCatalogues, crm: { 'Better words': 'Worte' } },
      missing: [],
      stale: [],
    })
  } finally {
    delete rewordedTexts['Old words']
  }
})

test('each reworded text was replaced by one that is in use, and no two by the same one', () => {
  const [oldTexts, newTexts] = [Object.keys(rewordedTexts), Object.values(rewordedTexts)]
  const known = mergeCatalogues(catalogues('de'))
  expect(oldTexts.filter((old) => Object.hasOwn(known, old))).toEqual([])
  expect(newTexts.filter((text) => !Object.hasOwn(known, text) && !oldTexts.includes(text))).toEqual([])
  expect(newTexts).toHaveLength(new Set(newTexts).size)
})

test('French punctuation is joined to its word by a non-breaking space', () => {
  const violations = Object.values(mergeCatalogues(catalogues('fr'))).filter((text) => / [:;!?»]|« |[^\s][:;!?]/.test(text))
  expect(violations).toEqual([])
})
