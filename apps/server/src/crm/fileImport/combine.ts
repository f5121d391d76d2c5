import { combinationOf } from '@tradewind/contract/crm/bulk/fileImport.constants'
import { wordKey } from '@tradewind/workbook/sheet'
import type { Cell } from '@tradewind/workbook/xlsx/cell'

/** Usual names of columns with the street of an address. */
export const STREET_NAMES =
  'Street, Street address, Street 1, Street 2, Street address 2, Address 1, Address 2, Address line 1, Address line 2, Billing street, Billing address street, Address / Address 1, Address / Address 2, Strasse, Straße, Hausnummer, Anschrift, Calle, Rue, Via'

/** Usual names of columns with the other parts of an address. */
export const PLACE_NAMES =
  'Zip, Zip code, Postal code, Postcode, City, Town, State, State/Region, Province, Billing zip/postal code, Billing city, Billing state/province, Billing address postal code, Billing address city, Billing address state, Address / Post code, Address / City, Address / State, PLZ, Postleitzahl, Ort, Stadt, Bundesland, Código postal, CP, Ciudad, Población, Localidad, Provincia, Code postal, Ville, CAP, Città'

/** The form in which names of columns are compared. */
export const plainName = (name: string) => wordKey(name).replace(/[^\p{L}\p{N}]+/gu, '')

const streets = new Set([...STREET_NAMES.split(', '), 'Address', 'Adresse', 'Dirección', 'Indirizzo'].map(plainName))

/**
 * Sorts the columns of one field, given by their indexes, in the order in which they are combined: that of the file, but an address begins with its
 * street, also where another program sorts its columns by name.
 */
export const combinedOrder = (field: string, indexes: readonly number[], columns: readonly { name: string }[]) => {
  const rankOf = (at: number) => (streets.has(plainName(columns[at]?.name ?? '')) ? 0 : 1)
  return combinationOf(field) === 'joined' ? indexes.toSorted((one, other) => rankOf(one) - rankOf(other)) : indexes
}

const wordsOf = (text: string) =>
  ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

/** Whether an address has this part: as its first or whole text, or anywhere after the first comma. Its street may name a city, as *Via Roma 1* does. */
const hasPart = (address: string, part: string) => {
  const [street = '', ...rest] = address.split(/[,;\n]/)
  return [address, street].some((text) => wordsOf(text) === wordsOf(part)) || wordsOf(rest.join(' ')).includes(wordsOf(part))
}

/** Combines the cells of one field: the first one with a value, or all, joined by commas without what the earlier ones have: often a file has the whole address and its city too. */
export const combineCells = (field: string, cells: readonly (Cell | undefined)[]): Cell | undefined => {
  const filled = cells.filter((cell) => cell !== undefined)
  if (filled.length < 2 || combinationOf(field) !== 'joined') return filled[0]
  const faulty = filled.find(({ flaw }) => flaw)
  if (faulty) return faulty
  const text = filled.reduce((joined, { text: part }) => (hasPart(joined, part) ? joined : `${joined}, ${part}`), filled[0]!.text)
  return { text }
}
