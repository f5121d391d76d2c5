import { expect, test } from 'vitest'
import { cardIn, knownCountry } from './vcard.ts'

const card = (...lines: string[]) => cardIn(['BEGIN:VCARD', ...lines, 'END:VCARD'].join('\r\n'))

test('reads a vCard 3.0: escaped characters, grouped and folded lines, the mobile number before a fax', () => {
  const read = card(
    'VERSION:3.0',
    'N;CHARSET=UTF-8:Müller;Änne;Marie;Dr.;',
    'ORG:Nord\\, Süd & Söhne GmbH;Einkauf',
    'TITLE:Head of Pur',
    ' chasing',
    'TEL;TYPE=FAX,WORK:+49 40 999',
    'TEL;TYPE=HOME:+49 40 111',
    'item1.TEL;TYPE=CELL:+49 170 222',
    'EMAIL;TYPE=HOME:anne@home.example',
    'EMAIL;TYPE=WORK:anne@nord.example',
    'URL:https://nord.example/a\\;b',
    'ADR;TYPE=WORK:;;Am Kai 1;Hamburg;;20457;Germany',
  )
  expect(read).toEqual({
    firstName: 'Änne Marie',
    lastName: 'Müller',
    title: 'Head of Purchasing',
    email: 'anne@nord.example',
    number: '+49 170 222',
    company: 'Nord, Süd & Söhne GmbH',
    website: 'https://nord.example/a;b',
    country: 'Germany',
  })
})

test('reads a vCard 4.0 with a number as a URI, quoted parameters, and only a full name', () => {
  const read = card(
    'VERSION:4.0',
    'FN:Ada van Berg',
    'TEL;VALUE=uri;TYPE="voice,cell":tel:+44-20-1;ext=5',
    'EMAIL:mailto:ada@berg.example',
  )
  expect(read).toMatchObject({ firstName: 'Ada van', lastName: 'Berg', number: '+44-20-1', email: 'ada@berg.example' })
})

test('reads a vCard 2.1 in its own charset, with lines that break in the middle of a word', () => {
  const read = card(
    'VERSION:2.1',
    'N;ENCODING=QUOTED-PRINTABLE;CHARSET=ISO-8859-1:Garc=EDa;Jos=E9',
    'ORG;ENCODING=QUOTED-PRINTABLE;CHARSET=UTF-8:Caf=C3=A9 =',
    'Central',
  )
  expect(read).toMatchObject({ firstName: 'José', lastName: 'García', company: 'Café Central' })
})

test.each([
  ['Deutschland', 'Germany'],
  ['GERMANY', 'Germany'],
  ['de', 'Germany'],
  ['Cote d’Ivoire', "Côte d'Ivoire"],
  ['Atlantis', 'Atlantis'],
  ['', ''],
])('for a German reader, a country that a card calls «%s» is «%s» in the form', (written, country) => {
  const german: Record<string, string> = { Germany: 'Deutschland', "Côte d'Ivoire": 'Côte d’Ivoire' }
  expect(knownCountry(written, (english) => german[english] ?? english)).toBe(country)
})

test('reads a MECARD', () => {
  expect(cardIn('MECARD:N:Doe,John;ORG:Smith\\; Sons;TEL:+1 555;EMAIL:john@doe.example;URL:doe.example;;')).toMatchObject({
    firstName: 'John',
    lastName: 'Doe',
    company: 'Smith; Sons',
    number: '+1 555',
    email: 'john@doe.example',
    website: 'doe.example',
  })
})

test('returns null for text that is not a card or that names nobody', () => {
  expect(cardIn('https://nord.example')).toBeNull()
  expect(cardIn('WIFI:S:Fair;T:WPA;P:secret;;')).toBeNull()
  expect(card('VERSION:3.0', 'NOTE:nobody')).toBeNull()
})
