import type { FieldSpecs } from '@tradewind/contract/kit/entityFields'
import { expect, test } from 'vitest'
import { contacts } from '#crm/schema/contact.table'
import { dialect } from '../database/scoped.ts'
import { entity } from './entity.ts'

const fields = {
  title: { label: 'Title', type: 'text', searchLine: 1, filter: true, where: true },
  country: { label: 'Country', type: 'country', searchLine: 3, filter: true, where: true },
  companyId: { label: 'Company', type: 'reference', named: 'company', by: 'name', searchLine: 2, filter: true, where: true },
} as const satisfies FieldSpecs

const policy = { see: [], create: [], update: [], remove: [], restore: [] }
const thing = {
  name: 'thing',
  table: contacts,
  fields,
  policy,
  title: 'title',
  conditions: { company: contacts.companyName },
} as const
const row = { title: 'Sägewerk  Nord', country: 'DE', companyId: '7', companyName: 'Éva', customText: 'Own' } as never

test('the search text has the text of each field in its line, those of other columns as declared, and custom texts in line 12', () => {
  const of = entity({ ...thing, searchLines: ({ companyName }) => ({ companyId: companyName, 5: 'More' }) })
  const { searchText } = of.computedColumns(row) as { searchText: string }
  expect(searchText.split('\n')).toEqual(['sagewerk nord', 'eva', 'germany', '', 'more', '', '', '', '', '', '', 'own'])
})

test('a reference without a declared text is rejected, as its column contains an id, and so is a text for no line', () => {
  expect(() => entity(thing).computedColumns(row)).toThrow('companyId')
  const misspelt = entity({ ...thing, searchLines: () => ({ companyId: '', titel: 'One' }) as object })
  expect(() => misspelt.computedColumns(row)).toThrow('titel')
})

test('filters find a text in its line and a country by its name, and conditions have the column of their field', () => {
  const { filters, conditions, sorts } = entity(thing)
  const [sql, params] = [filters['country']!('germ', {})!, filters['company']!('Éva', {})!].map((one) => dialect.sqlToQuery(one))
  expect([sql!.params, params!.params]).toEqual([[['DE']], ['^[^\\n]*\\n[^\\n]*eva']])
  expect(conditions).toEqual({ title: contacts.title, country: contacts.country, company: contacts.companyName })
  expect(sorts).toEqual({ dateCreated: contacts.dateCreated })
})
