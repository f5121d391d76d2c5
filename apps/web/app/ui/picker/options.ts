import { type ComboboxData, type ComboboxItem, getParsedComboboxData, type OptionsFilter } from '@mantine/core'

/** Upper and lower case and accents make no difference: "cote" finds "Côte d'Ivoire". */
const folded = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim()

const misses = 4

/** How well a label matches: 0 is the whole label, 1 its start, 2 the start of a word, 3 any part, 4 not at all. */
const rankOf = (label: string, sought: string) => {
  const text = folded(label)
  if (text === sought) return 0
  if (text.startsWith(sought)) return 1
  const at = text.indexOf(sought)
  if (at < 0) return misses
  return text.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(sought)) ? 2 : 3
}

/** The best matches first; equal ones keep their order. */
export const bestFirst = <T>(items: readonly T[], labelOf: (item: T) => string, search: string): T[] => {
  const sought = folded(search)
  if (!sought) return [...items]
  return items
    .map((item) => ({ item, rank: rankOf(labelOf(item), sought) }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item)
}

const labelOf = ({ label }: ComboboxItem) => label

/** What matches, the best first, in its groups; the group with the best match is first. */
export const matching: OptionsFilter = ({ options, search, limit }) => {
  const sought = folded(search)
  if (!sought) return options.slice(0, limit)
  const matches = (items: readonly ComboboxItem[]) =>
    bestFirst(items, labelOf, search).filter(({ label }) => rankOf(label, sought) < misses)
  const items = matches(options.flatMap((option) => ('items' in option ? [] : [option])))
  const groups = options.flatMap((option) => ('items' in option ? [{ ...option, items: matches(option.items) }] : []))
  const filled = groups.filter((group) => group.items.length > 0)
  return [...items, ...bestFirst(filled, ({ items: [first] }) => first?.label ?? '', search)].slice(0, limit)
}

/** One of the labels is just what is typed. */
export const isLabel = (labels: readonly string[], typed: string) => labels.some((label) => folded(label) === folded(typed))

/** The value of the option that makes what is missing. */
export const NEW = 'new'

const isRecord = (option: ComboboxItem) => !option.disabled && option.value !== NEW

/** What the server has found, the best match of the labels first; what else is offered comes last. */
export const rankedAsFound: OptionsFilter = ({ options, search }) =>
  bestFirst(options, (option) => ('items' in option || !isRecord(option) ? '' : option.label), search)

/** How a value is called among the options. */
export const labelIn = (data: ComboboxData | undefined, value: string | null | undefined) =>
  getParsedComboboxData(data)
    .flatMap((option) => ('items' in option ? option.items : [option]))
    .find((option) => option.value === value)?.label
