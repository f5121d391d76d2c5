import { describe, expect, test } from 'vitest'
import { madeFrom } from '../../apps/web/app/kit/sentence.ts'
import { saying } from '../../apps/web/app/kit/text.ts'
import { bareTexts } from './source.ts'
import { catalogue, gaps, seenTexts, translated } from './texts.ts'

/** Loan words and signs that a language spells as English does. */
const alike: Readonly<Record<string, readonly string[]>> = {
  de: [
    'Audio',
    'CRM',
    'Details',
    'Esc',
    'Format',
    'Link',
    'Logo',
    'Name',
    'OK',
    'Partner',
    'Problem',
    'Status',
    'Text',
    'Video',
    'Website',
  ],
  es: ['Audio', 'CRM', 'Ctrl K', 'ERROR', 'Error', 'Esc', 'NO', 'No', 'OK', 'Roles', '⌘ K / Ctrl K'],
  fr: [
    'Action',
    'Actions',
    'Association',
    'Audience',
    'Audio',
    'CRM',
    'Contact',
    'Contacts',
    'Ctrl K',
    'Date',
    'Description',
    'Document',
    'Format',
    'Invitations',
    'Logo',
    'Menu',
    'Note',
    'Notification',
    'Notifications',
    'OK',
    'Page {number}',
    'Pages',
    'Question',
    'Type',
    'Types',
    '{count} contact|{count} contacts',
    '{count} question|{count} questions',
    '⌘ K / Ctrl K',
  ],
  it: [
    'Area',
    'Audio',
    'CRM',
    'Ctrl K',
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
    'Video',
    '⌘ K / Ctrl K',
  ],
}

/** The company on the home page, which nobody has named in another language. */
const names = ['Maison Vasseur & Fils']

const seen = seenTexts()
const holes = (text: string) => [...new Set(text.match(/\{\w+\}/g))].toSorted()
const forms = (text: string) => text.split('|')
/** More than holes and signs. */
const hasWords = (text: string) => /\p{L}/u.test(text.replace(/\{\w+\}/g, ''))

test('a screen says all that it shows', () => {
  expect(bareTexts().filter((text) => !names.includes(text))).toEqual([])
})

describe.each(translated)('in %s', (language) => {
  const texts = catalogue(language)
  const pairs = Object.entries(texts)

  test('every text that people see is there, and no other', () => {
    expect(gaps(seen, texts)).toEqual({ missing: [], stale: [] })
  })

  test('the texts stand in the order of their English', () => {
    expect(Object.keys(texts)).toEqual(Object.keys(texts).toSorted())
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
    expect(same.map(([english]) => english)).toEqual(alike[language])
  })

  test('a sentence that the server filled in is read by the text that it was made from, and by no other', () => {
    const literals = new Set(seen.literals)
    const filledIn = Object.keys(texts).filter((english) => english.includes('{') && hasWords(english) && !literals.has(english))
    const misread = filledIn.filter((english) =>
      forms(english).some((form) => {
        const sentence = form.replaceAll('{count}', '1,234').replace(/\{\w+\}/g, 'Acme')
        return madeFrom(sentence, texts, String)?.text !== english
      }),
    )
    expect(misread).toEqual([])
    expect(filledIn).not.toEqual([])
  })

  test('a text that is missing is missed, and reads as its English', () => {
    const { Save: _, ...others } = texts
    expect(gaps(seen, others).missing).toContain('Save')
    expect(saying({ language, texts: others, madeFrom })('Save')).toBe('Save')
  })
})

test('French keeps its signs on the line of their word', () => {
  const loose = Object.values(catalogue('fr')).filter((text) => / [:;!?»]|« |[^\s][:;!?]/.test(text))
  expect(loose).toEqual([])
})
