import { type CountryCode, countryName } from '@tradewind/contract/countries'
import { companyTypes } from '@tradewind/contract/crm/company.fields'
import { domainMatchOf, nameMatchOf, taxMatchOf } from '../../apps/server/src/crm/schema/matchKeys.ts'
import { fold, toSearchText } from '../../apps/server/src/kit/database/list.ts'
import { type NamePool, namePools } from './names.ts'
import { type PickOne, randomOf } from './random.ts'

/** Half of all companies are in these countries; the others are distributed evenly. */
const weights: Partial<Record<CountryCode, number>> = { DE: 8, IT: 7, US: 7, FR: 6, GB: 6, ES: 6, PL: 4, NL: 4, BR: 4, TR: 3 }

const places = namePools.flatMap((speech) =>
  Object.entries(speech.towns).flatMap(([code, towns]) =>
    Array.from({ length: weights[code as CountryCode] ?? 1 }, () => ({ speech, country: code as CountryCode, towns })),
  ),
)

const nameOf = ({ surnames, trades, forms }: NamePool, town: string, one: PickOne) => {
  const [owner, trade, form] = [one(surnames), one(trades), one(forms)]
  return one([
    `${owner} ${trade} ${form}`,
    `${owner} & ${one(surnames)} ${trade} ${form}`,
    `${trade} ${owner} ${town} ${form}`,
    `${owner} ${trade} ${town} ${form}`,
    `${trade} ${town} ${form}`,
  ])
}

/** Appends a number to a name that is taken, as in a register. */
const toUniqueName = (usedNames: Map<string, number>, name: string) => {
  const count = (usedNames.get(name) ?? 0) + 1
  usedNames.set(name, count)
  return count === 1 ? name : `${name} ${count}`
}

const companyOf = (taken: Map<string, number>, random: () => number) => {
  const one: PickOne = (list) => list[Math.floor(random() * list.length)]!
  const { speech, country, towns } = one(places)
  const town = one(towns)
  const name = toUniqueName(taken, nameOf(speech, town, one))
  const digits = String(Math.floor(random() * 1e9)).padStart(9, '0')
  return {
    legal_name: name,
    country,
    website: `https://${fold(name)
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^-|-$/g, '')}.example`,
    company_type_list: [
      ...new Set(random() < 0.7 ? [one(companyTypes)] : [one(companyTypes), one(companyTypes), one(companyTypes)]),
    ],
    address:
      random() < 0.9
        ? `${one(speech.streets).replace('#', String(1 + Math.floor(random() * 180)))}, ${digits.slice(4)} ${town}`
        : null,
    tax_ref_number: random() < 0.8 ? `${country}${digits}` : null,
  }
}

/** Returns company rows as the application stores them, the same for the same seed: fields, search text and sort keys. */
export const companyRows = (count: number, seed: number) => {
  const [taken, random] = [new Map<string, number>(), randomOf(seed)]
  return Array.from({ length: count }, () => {
    const company = companyOf(taken, random)
    const { legal_name, country, website, address, tax_ref_number } = company
    return {
      ...company,
      search_text: toSearchText(legal_name, countryName(country), website, address, tax_ref_number),
      name_key: fold(legal_name).slice(0, 200),
      country_key: fold(countryName(country)),
      name_match: nameMatchOf(legal_name),
      domain_match: domainMatchOf(website),
      tax_match: taxMatchOf(tax_ref_number),
    }
  })
}
