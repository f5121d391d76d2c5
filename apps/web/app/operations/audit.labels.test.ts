import { expect, test } from 'vitest'
import { fieldName, fieldWordsIn, showIn, titleIn } from './audit.labels.ts'

const show = showIn((english) => english)

test('labels fields as the forms do', () => {
  expect(fieldName('legalName')).toBe('Legal Name')
  expect(fieldName('nextStepsStatus')).toBe('Status')
})

test('labels what cancelled work had done, in the words of its screen', () => {
  expect(['cancelled', 'created', 'changed'].map(fieldName)).toEqual(['Cancelled@@upload', 'Created', 'Changed'])
  expect([show('cancelled', true), show('created', 500)]).toEqual(['Yes', '500'])
})

test('shows values in words: countries, roles, constants, days', () => {
  expect(show('country', 'JP')).toBe('Japan')
  expect(show('adminRole', 'ROLE_LEVEL3')).toBe('Level 3')
  expect(show('eventType', 'VISIT_AT_FAIR')).toBe('Visit at Fair')
  expect(show('companyTypeList', ['END_USER', 'ASSOCIATION'])).toBe('End User, Association')
  expect(show('byWhen', '2027-01-31')).toBe('31-01-2027')
  expect(show('isPartner', true)).toBe('Yes')
  expect(show('number', null)).toBe('–')
  expect(
    show('choices', [
      { key: 'red', label: 'Red' },
      { key: 'blue', label: 'Blue' },
    ]),
  ).toBe('Red, Blue')
})

test('shows the constants of surveys and of the self-assessment, reasons and languages in words', () => {
  expect(show('reviewType', 'Distributors_Dealers')).toBe('Distributors and dealers')
  expect([fieldName('decidedBecause'), show('decidedBecause', 'OFF_TOPIC')]).toEqual(['Reason', 'not about working together'])
  expect(show('category', 'SYSTEMS')).toBe('Systems & Processes')
  expect(show('language', 'de')).toBe('Deutsch')
})

test('shows changes of content as its history does, without markup', () => {
  const { label, show: format } = fieldWordsIn((english) => english, 'UTC', 'content')
  expect(['status', 'articleTypes', 'isPaidContent', 'publishedAt'].map(label)).toEqual([
    'Status',
    'Sub-categories',
    'Monetization',
    'Shown from',
  ])
  expect([format('status', 'IN_REVIEW'), format('category', 'GLOBAL_SOURCING')]).toEqual(['In review', 'Global Sourcing'])
  expect([format('isPaidContent', false), format('content', '<p>Ice</p><p>again</p>')]).toEqual(['FREE', 'Ice again'])
  expect(format('publishedAt', '2026-11-30T02:43:06.209Z')).toMatch(/^30-11-2026 /)
})

test('a choice that was retired differs from one in use', () => {
  expect(show('choices', [{ key: 'red', label: 'Red', isRetired: true }])).toBe('Red (Retired)')
  expect(show('choices', [{ key: 'red', label: 'Red', isRetired: false }])).toBe('Red')
})

test('leaves a name in capitals and a code in a text field unchanged', () => {
  expect(show('legalName', 'ABB')).toBe('ABB')
  expect(show('taxRefNumber', 'IN')).toBe('IN')
})

const german = (english: string) => ({ 'Time zone': 'Zeitzone', 'Users at most': 'Benutzer höchstens' })[english] ?? english

test('labels tenant settings and configuration as their pages do, in the reader’s language', () => {
  expect([titleIn(german, { kind: 'tenantSetting', title: 'Time zone' }), german(fieldName('TIME_ZONE'))]).toEqual([
    'Zeitzone',
    'Zeitzone',
  ])
  expect([titleIn(german, { kind: 'tenantConfiguration', title: 'Users at most' }), german(fieldName('MAX_USERS'))]).toEqual([
    'Benutzer höchstens',
    'Benutzer höchstens',
  ])
  expect(titleIn(german, { kind: 'company', title: 'Time zone' })).toBe('Time zone')
  expect([show('DEFAULT_LANGUAGE', 'de'), show('NOTIFY_BY_EMAIL', false), show('TIME_ZONE', '')]).toEqual(['Deutsch', 'No', '–'])
})

test('a priority has words of its own, which are feminine in other languages', () => {
  const italian: Record<string, string> = { High: 'Alto', 'High@@priority': 'Alta' }
  const showItalian = showIn((english) => italian[english] ?? english)
  expect([showItalian('priority', 'HIGH'), showItalian('potential', 'HIGH')]).toEqual(['Alta', 'Alto'])
})
