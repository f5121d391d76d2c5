import { describe, expect, test } from 'vitest'
import { countryCodes, countryName, countryNameFormatter } from './countries.ts'
import { countryCode } from './country-spellings.ts'

const alpha3 = {
  AFG: 'AF',
  DEU: 'DE',
  CHE: 'CH',
  XKX: 'XK',
  GBR: 'GB',
  ZWE: 'ZW',
  AND: 'AD',
  NOR: 'NO',
  SUN: undefined,
  XYZ: undefined,
}

const spelled = {
  KR: ['South Korea', 'Korea, Republic of', 'Korea (the Republic of)', 'Republic of Korea', 'KOREA, SOUTH', 'S. Korea', 'kor'],
  KP: ['North Korea', "Korea, Democratic People's Republic of", 'DPRK', 'Democratic People’s Republic of Korea'],
  IR: ['Iran', 'Iran, Islamic Republic of', 'Iran (Islamic Republic of)', 'Islamic Republic of Iran', 'IRAN  (ISLAMIC REP. OF)'],
  BO: ['Bolivia', 'Bolivia, Plurinational State of', 'Bolivia (Plurinational State of)'],
  VE: ['Venezuela, Bolivarian Republic of', 'Venezuela (Bolivarian Republic of)'],
  TZ: ['Tanzania, United Republic of', 'United Republic of Tanzania'],
  MD: ['Moldova, Republic of', 'Republic of Moldova', 'Moldavia'],
  TR: ['Türkiye', 'Turkiye', 'Turkey', 'TURKIYE', 'Republic of Türkiye', 'Türkei', 'Turquie'],
  RU: ['Russia', 'Russian Federation', 'Rusia', 'Russland'],
  GB: ['UK', 'U.K.', 'United Kingdom', 'Great Britain', 'England', 'United Kingdom of Great Britain and Northern Ireland'],
  US: ['USA', 'U.S.A.', 'us', 'United States', 'United States of America (the)', 'Vereinigte Staaten', 'États-Unis'],
  CI: ["Côte d'Ivoire", 'Cote dIvoire', 'Côte d’Ivoire', 'Ivory Coast', 'COTE D IVOIRE'],
  CZ: ['Czech Republic', 'Czechia', 'The Czech Republic'],
  SZ: ['Swaziland', 'Eswatini', 'Kingdom of Eswatini'],
  CV: ['Cape Verde', 'Cabo Verde'],
  MM: ['Burma', 'Myanmar', 'Republic of the Union of Myanmar'],
  PS: ['Palestine', 'Palestine, State of', 'State of Palestine', 'Palestinian Territory, Occupied'],
  XK: ['Kosovo', 'Kosovo*', 'Republic of Kosovo'],
  HK: ['Hong Kong', 'Hong Kong SAR', 'HongKong'],
  TW: ['Taiwan', 'Taiwan, Province of China', 'Taiwan (Province of China)', 'Republic of China'],
  CN: ['China', "People's Republic of China", "China, People's Republic of"],
  VA: ['Vatican', 'Vatican City', 'Holy See (Vatican City State)', 'Holy See (the)'],
  NL: ['The Netherlands', 'Netherlands (Kingdom of the)', 'Netherlands, The', 'Holland', 'Niederlande'],
  CD: [
    'Congo (Kinshasa)',
    'Congo, the Democratic Republic of the',
    'DR Congo',
    'Congo, Dem. Rep. of the',
    'Zaire',
    'Congo-Kinshasa',
  ],
  CG: ['Congo', 'Congo (the)', 'Congo (Brazzaville)', 'Republic of the Congo', 'Congo, Republic of the'],
  LA: ["Lao People's Democratic Republic", 'Laos', 'Lao PDR'],
  MK: ['North Macedonia', 'Macedonia, the former Yugoslav Republic of', 'FYROM'],
  LC: ['St. Lucia', 'St.Lucia', 'St Lucia', 'Saint Lucia'],
  AG: ['Antigua & Barbuda', 'antigua and barbuda'],
  ST: ['São Tomé and Príncipe', 'Sao Tome & Principe', 'ST'],
  SS: ['South Sudan'],
  SD: ['Sudan', 'Sudan (the)'],
  GW: ['Guinea Bissau', 'Guinea-Bissau'],
  FM: ['Micronesia, Federated States of', 'Micronesia (Federated States of)'],
  VI: ['Virgin Islands, U.S.', 'US Virgin Islands', 'Virgin Islands (U.S.)'],
  VG: ['Virgin Islands, British', 'Virgin Islands (British)'],
  DE: ['Germany', '  germany ', 'GERMANY', 'Federal Republic of Germany', 'Deutschland', 'Allemagne', 'Alemania', 'Germania'],
  MX: ['México', 'Mexico', 'United Mexican States'],
  VN: ['Viet Nam', 'Vietnam'],
  MO: ['Macao', 'Macau'],
  BS: ['Bahamas, The', 'The Bahamas', 'Commonwealth of the Bahamas'],
}

describe('a country', () => {
  test.each(Object.entries(spelled))('%s is recognised by each of its spellings', (code, texts) => {
    expect(texts.map((text) => [text, countryCode(text)])).toEqual(texts.map((text) => [text, code]))
  })

  test('is recognised by its two-letter code and its short name, which match no other country', () => {
    expect(countryCodes.filter((code) => countryCode(code) !== code || countryCode(code.toLowerCase()) !== code)).toEqual([])
    expect(countryCodes.filter((code) => countryCode(countryName(code)) !== code)).toEqual([])
  })

  test('is recognised by its three-letter code', () => {
    expect(Object.keys(alpha3).map((text) => countryCode(text))).toEqual(Object.values(alpha3))
  })

  test.each(['de', 'fr', 'es', 'it'])('is recognised by its name in the language %s', (language) => {
    const names = new Intl.DisplayNames(language, { type: 'region' })
    expect(countryCodes.filter((code) => countryCode(names.of(code) ?? '') !== code)).toEqual([])
    expect(countryCodes.filter((code) => countryCode(countryNameFormatter(language)(code)) !== code)).toEqual([])
  })

  test.each([
    '',
    ' ',
    ',',
    '()',
    'Atlantis',
    'Korea',
    'Republic',
    'Republic of',
    'Virgin Islands',
    'xx',
    'constructor',
    '__proto__',
    'the',
  ])('is not guessed from «%s»', (text) => expect(countryCode(text)).toBeUndefined())
})
