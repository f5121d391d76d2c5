import { afterEach, expect, test, vi } from 'vitest'
import { createTranslate, languageOf, loadOwnTexts, loadTexts, t, wording } from './text.ts'

afterEach(() => vi.unstubAllGlobals())

const english = createTranslate({ language: 'en', texts: {} })
const companies = (count: number) => english('{count} company|{count} companies', { count })

test('a text without a translation reads as its English', () => {
  expect(createTranslate({ language: 'de', texts: { Save: 'Sichern' } })('Delete')).toBe('Delete')
  expect(createTranslate({ language: 'de', texts: { Save: 'Sichern' } })('Save')).toBe('Sichern')
})

test('names in braces take their values, and stay where there is none', () => {
  expect(english('Welcome, {name} of {company}', { name: 'Ada {company}' })).toBe('Welcome, Ada {company} of {company}')
})

test('numbers are written as the language writes them', () => {
  expect(english('{total} rows', { total: 12_345 })).toBe('12,345 rows')
  expect(createTranslate({ language: 'de', texts: {} })('{total} rows', { total: 12_345 })).toBe('12.345 rows')
})

test('the count chooses between one and more, by the rules of the language', () => {
  expect([companies(0), companies(1), companies(2)]).toEqual(['0 companies', '1 company', '2 companies'])
  const french = createTranslate({
    language: 'fr',
    texts: { '{count} company|{count} companies': '{count} société|{count} sociétés' },
  })
  expect(french('{count} company|{count} companies', { count: 0 })).toBe('0 société')
})

test('a bar in a text without a count is a bar', () => {
  expect(english('Company | Country')).toBe('Company | Country')
})

test('the texts that a page used are noted, the translated and the others', () => {
  const used = new Set<string>()
  const say = createTranslate({ language: 'de', texts: { Save: 'Sichern' }, used })
  say('Save')
  say('Delete')
  expect([...used]).toEqual(['Save', 'Delete'])
})

const browser = (kept: Record<string, string>, preferred: string[], respond: () => Response) => {
  const fetched: string[] = []
  const html = { lang: '' }
  vi.stubGlobal('document', { documentElement: html })
  vi.stubGlobal('navigator', { languages: preferred })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept[key] ?? null,
    setItem: (key: string, value: string) => (kept[key] = value),
  })
  vi.stubGlobal('fetch', async (url: string) => (fetched.push(url), respond()))
  return { fetched, html }
}
const german = () => Response.json({ data: { Save: 'Sichern' } })

test('a signed-in page speaks the chosen language, else the first of the browser’s that is spoken here', async () => {
  const { fetched, html } = browser({}, ['pt-BR', 'de-AT'], german)
  await loadOwnTexts()
  expect([fetched, html.lang, t('Save')]).toEqual([['/api/message/translations/?lang=de'], 'de', 'Sichern'])
  await loadOwnTexts()
  expect(fetched).toHaveLength(1)
})

test('the account’s language comes first, then this browser’s choice, its preferences, the tenant’s', () => {
  const account = { language: 'fr', tenantLanguage: 'it' } as const
  const undecided = { ...account, language: null }
  expect(languageOf(account, 'es', ['de-AT'])).toBe('fr')
  expect(languageOf(undecided, 'es', ['de-AT'])).toBe('es')
  expect(languageOf(undecided, null, ['pt-BR', 'de-AT'])).toBe('de')
  expect(languageOf(undecided, 'xx', ['pt-BR'])).toBe('it')
  expect(languageOf(null, null, ['pt-BR'])).toBe('en')
})

test('another language tells who listens; of two that are asked for, the last is spoken', async () => {
  const { html } = browser({ language: 'it' }, [], () => Response.json({ data: { Save: 'Salva' } }))
  const heard = vi.fn<() => void>()
  const silence = wording.subscribe(heard)
  await loadOwnTexts()
  expect([t('Save'), heard.mock.calls.length]).toEqual(['Salva', 1])
  await Promise.all([loadTexts({ language: 'fr' }), loadTexts({ language: 'es' })])
  silence()
  expect([html.lang, heard.mock.calls.length]).toEqual(['es', 2])
})

test('texts that were changed are fetched anew, in the language that is spoken', async () => {
  browser({}, ['de'], german)
  await loadTexts({ language: 'de' })
  const { fetched } = browser({}, ['it'], () => Response.json({ data: { Save: 'Merken' } }))
  await loadTexts({ isAnew: true })
  expect([fetched, t('Save')]).toEqual([['/api/message/translations/?lang=de'], 'Merken'])
})

test('texts that do not arrive leave the page as it is, and a word in the console', async () => {
  browser({}, [], () => Response.json({ data: {} }, { status: 503 }))
  const warned = vi.spyOn(console, 'warn').mockReturnValue()
  const before = wording.get()
  await loadTexts({ language: 'fr' })
  expect(wording.get()).toBe(before)
  expect(warned).toHaveBeenCalledOnce()
})
