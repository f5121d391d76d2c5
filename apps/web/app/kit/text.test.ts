import { afterEach, expect, test, vi } from 'vitest'
import { createTranslate, languageOf, loadTexts, ownLanguage, t, wording } from './text.ts'

afterEach(() => vi.unstubAllGlobals())

const english = createTranslate({ language: 'en', texts: {} })
const companies = (count: number) => english('{count} company|{count} companies', { count })

test('falls back to the English text if there is no translation', () => {
  expect(createTranslate({ language: 'de', texts: { Save: 'Sichern' } })('Delete')).toBe('Delete')
  expect(createTranslate({ language: 'de', texts: { Save: 'Sichern' } })('Save')).toBe('Sichern')
})

test('a key may add the meaning of an ambiguous English word, which English does not show', () => {
  const texts = { Name: 'Name', 'Name@@first name': 'Vorname' }
  expect(createTranslate({ language: 'de', texts })('Name@@first name')).toBe('Vorname')
  expect(english('Name@@first name')).toBe('Name')
})

test('replaces placeholders in braces by their values, and leaves those without a value', () => {
  expect(english('Welcome, {name} of {company}', { name: 'Ada {company}' })).toBe('Welcome, Ada {company} of {company}')
})

test('formats numbers in the language of the texts', () => {
  expect(english('{total} rows', { total: 12_345 })).toBe('12,345 rows')
  expect(createTranslate({ language: 'de', texts: {} })('{total} rows', { total: 12_345 })).toBe('12.345 rows')
})

test('the count chooses singular or plural by the rules of the language', () => {
  expect([companies(0), companies(1), companies(2)]).toEqual(['0 companies', '1 company', '2 companies'])
  const french = createTranslate({
    language: 'fr',
    texts: { '{count} company|{count} companies': '{count} société|{count} sociétés' },
  })
  expect(french('{count} company|{count} companies', { count: 0 })).toBe('0 société')
})

test('keeps a vertical bar in a text without a count', () => {
  expect(english('Company | Country')).toBe('Company | Country')
})

test('records the texts that a page used, translated or not', () => {
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

test('a signed-in page uses the chosen language, else the first supported language of the browser', async () => {
  const { fetched, html } = browser({}, ['pt-BR', 'de-AT'], german)
  await loadTexts({ language: ownLanguage() })
  expect([fetched, html.lang, t('Save')]).toEqual([['/api/message/translations/?lang=de'], 'de', 'Sichern'])
  await loadTexts({ language: ownLanguage() })
  expect(fetched).toHaveLength(1)
})

test('the account’s language comes first, then this browser’s choice, its preferences, the tenant’s language', () => {
  const account = { language: 'fr', tenantLanguage: 'it' } as const
  const undecided = { ...account, language: null }
  expect(languageOf(account, 'es', ['de-AT'])).toBe('fr')
  expect(languageOf(undecided, 'es', ['de-AT'])).toBe('es')
  expect(languageOf(undecided, null, ['pt-BR', 'de-AT'])).toBe('de')
  expect(languageOf(undecided, 'xx', ['pt-BR'])).toBe('it')
  expect(languageOf(null, null, ['pt-BR'])).toBe('en')
})

test('a language change notifies subscribers; if two languages are requested, the last one wins', async () => {
  const { html } = browser({ language: 'it' }, [], () => Response.json({ data: { Save: 'Salva' } }))
  const heard = vi.fn<() => void>()
  const silence = wording.subscribe(heard)
  await loadTexts({ language: ownLanguage() })
  expect([t('Save'), heard.mock.calls.length]).toEqual(['Salva', 1])
  await Promise.all([loadTexts({ language: 'fr' }), loadTexts({ language: 'es' })])
  silence()
  expect([html.lang, heard.mock.calls.length]).toEqual(['es', 2])
})

test('fetches changed texts again in the current language', async () => {
  browser({}, ['de'], german)
  await loadTexts({ language: 'de' })
  const { fetched } = browser({}, ['it'], () => Response.json({ data: { Save: 'Merken' } }))
  await loadTexts({ forceReload: true })
  expect([fetched, t('Save')]).toEqual([['/api/message/translations/?lang=de'], 'Merken'])
})

test('leaves the page unchanged and logs a warning if the texts cannot be loaded', async () => {
  browser({}, [], () => Response.json({ data: {} }, { status: 503 }))
  const warned = vi.spyOn(console, 'warn').mockReturnValue()
  const before = wording.get()
  await loadTexts({ language: 'fr' })
  expect(wording.get()).toBe(before)
  expect(warned).toHaveBeenCalledOnce()
})
