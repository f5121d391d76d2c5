import {
  Button,
  type ComboboxData,
  type ComboboxItem,
  getParsedComboboxData,
  Group,
  Loader,
  type OptionsFilter,
  Text,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { UseQueryResult } from '@tanstack/react-query'
import type { Input, ListRoute, RowOf, Rows } from '#kit/api/calls'
import type { Failure } from '#kit/api/failure'
import { useFetch, useList } from '#kit/api/query'
import { useText } from '#kit/text'

/** Ignores case and accents: "cote" finds "Côte d'Ivoire". */
export const normalizeForSearch = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim()

const NO_MATCH = 4

/** The label of an item, or all of its names. */
type Names = string | readonly string[]

/** How well a name matches: 0 is the whole name, 1 its start, 2 the start of a word, 3 any part, 4 not at all. */
const rankOfName = (label: string, query: string) => {
  const text = normalizeForSearch(label)
  if (text === query) return 0
  if (text.startsWith(query)) return 1
  const at = text.indexOf(query)
  if (at < 0) return NO_MATCH
  return text.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(query)) ? 2 : 3
}

/** How well an item matches, by the name that matches best. */
const matchRank = (names: Names, query: string) => Math.min(...[names].flat().map((name) => rankOfName(name, query)))

/** The best matches first; equal ones keep their order. */
export const sortByMatch = <T,>(items: readonly T[], labelOf: (item: T) => Names, search: string): T[] => {
  const query = normalizeForSearch(search)
  if (!query) return [...items]
  return items
    .map((item) => ({ item, rank: matchRank(labelOf(item), query) }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item)
}

/** The items whose label contains the text, the best matches first; all of them if it is empty. */
export const findMatches = <T,>(items: readonly T[], labelOf: (item: T) => Names, search: string): T[] => {
  const query = normalizeForSearch(search)
  return sortByMatch(items, labelOf, search).filter((item) => !query || matchRank(labelOf(item), query) < NO_MATCH)
}

/** An option that is also found by another name, which is not shown. */
interface AliasedItem extends ComboboxItem {
  alias?: string
}

const namesOf = ({ label, alias = label }: AliasedItem) => [label, alias]

/** The matching options, the best first, in their groups; the group with the best match is first. */
export const filterByMatch: OptionsFilter = ({ options, search, limit }) => {
  const query = normalizeForSearch(search)
  if (!query) return options.slice(0, limit)
  const matches = (items: readonly ComboboxItem[]) => findMatches(items, namesOf, search)
  const items = matches(options.flatMap((option) => ('items' in option ? [] : [option])))
  const groups = options.flatMap((option) => ('items' in option ? [{ ...option, items: matches(option.items) }] : []))
  const nonEmptyGroups = groups.filter((group) => group.items.length > 0)
  return [...items, ...sortByMatch(nonEmptyGroups, ({ items: [first] }) => (first ? namesOf(first) : []), search)].slice(0, limit)
}

/** Whether one of the labels equals the typed text. */
const hasLabel = (labels: readonly string[], typed: string) =>
  labels.some((label) => normalizeForSearch(label) === normalizeForSearch(typed))

/** The value of the option that creates a missing record. */
export const NEW_OPTION = 'new'

const isRecord = (option: ComboboxItem) => !option.disabled && option.value !== NEW_OPTION

/** Sorts the records that the server found by how well their labels match; other options come last. */
export const sortServerMatches: OptionsFilter = ({ options, search }) =>
  sortByMatch(options, (option) => ('items' in option || !isRecord(option) ? '' : option.label), search)

/** The label of a value among the options. */
export const labelOfValue = (data: ComboboxData | undefined, value: string | null | undefined) =>
  getParsedComboboxData(data)
    .flatMap((option) => ('items' in option ? option.items : [option]))
    .find((option) => option.value === value)?.label

/** Where choices come from. */
export interface ChoiceSource<R extends ListRoute> {
  /** The list that is searched, and its other input. */
  route: R
  query: Omit<Input<R>, 'page' | 'size' | 'q'>
  /** The filter that the typed text is sent as; by default any word of a record matches. */
  searchField?: string | undefined
  /** False while there is nothing to search in. */
  enabled?: boolean | undefined
}

interface RecordSearch<T> {
  rows: readonly T[]
  /** How many further records match. */
  more: number
  /** There are no records at all, whatever is typed. */
  isEmpty: boolean
  isPending: boolean
  failure: Failure | null
  retry: () => void
  /** Searches these words now, without debouncing. Rejects with a Failure. */
  searchNow: (words: string) => Promise<readonly T[]>
}

const MAX_CHOICES = 20

/** The state of the choices: that there are none, or that nothing matches, is known only once the answer to the typed text has arrived. */
export const searchState = <T,>(found: Rows<T> | undefined, { query, isWaiting }: { query: string; isWaiting: boolean }) => {
  const { rows, total } = found ?? { rows: [], total: 0 }
  return { rows, more: total - rows.length, isEmpty: found?.total === 0 && query === '' && !isWaiting, isPending: isWaiting }
}

/** The first 20 records that match the typed text. */
export const useRecordSearch = <R extends ListRoute>(
  { route, query, searchField = 'q', enabled = true }: ChoiceSource<R>,
  typed: string,
): RecordSearch<RowOf<R>> => {
  const words = typed.trim()
  const [debouncedWords] = useDebouncedValue(words, 250)
  const fetch = useFetch()
  const inputFor = (searched: string) =>
    ({ ...query, ...(searched && { [searchField]: searched }), page: 0, size: MAX_CHOICES }) as unknown as Input<R>
  const list = useList(route, inputFor(debouncedWords), { enabled }) as UseQueryResult<Rows<RowOf<R>>>
  const found = enabled ? list.data : undefined
  const isWaiting = enabled && (debouncedWords !== words || list.isPending || list.isPlaceholderData)
  const failure = found || isWaiting ? null : list.error
  const searchNow = async (now: string) => {
    if (!enabled) return []
    return ((await fetch(route, inputFor(now.trim()))) as Rows<RowOf<R>>).rows
  }
  return { ...searchState(found, { query: words, isWaiting }), failure, retry: () => void list.refetch(), searchNow }
}

export interface Option {
  value: string
  label: string
}

/**
 * The props of a select over choices that the server searches: the server has filtered them, and only fetched choices can be reported as missing.
 * `newName`: the typed text, if a record of that name can be created immediately: offered unless one exists.
 */
export const useSearchOptions = (
  { more, isPending, failure }: RecordSearch<unknown>,
  options: readonly Option[],
  newName = '',
) => {
  const t = useText()
  const moreOption = { value: '', label: t('{count} more: type a part of the name', { count: more }), disabled: true }
  const newOption = { value: NEW_OPTION, label: t('New: “{name}”', { name: newName }) }
  const labels = options.map(({ label }) => label)
  const offersNew = newName !== '' && !isPending && !hasLabel(labels, newName)
  const found = failure ? t('This could not be loaded') : t('Nothing matches')
  return {
    data: [...options, ...(more > 0 ? [moreOption] : []), ...(offersNew ? [newOption] : [])],
    filter: sortServerMatches,
    isPending,
    nothingFoundMessage: isPending ? t('Loading') : found,
    rightSection: isPending ? <Loader size={16} /> : undefined,
  } as const
}

/** Below a select: why its choices could not be fetched, and a button to retry. */
export const OptionsError = ({ failure, onRetry }: { failure: Failure | null; onRetry: () => void }) => {
  const t = useText()
  if (!failure) return null
  return (
    <Group role="alert" gap="xs" mt={4}>
      <Text size="xs" c="var(--mantine-color-error)">
        {t(failure.message)}
      </Text>
      <Button size="compact-xs" variant="default" onClick={onRetry}>
        {t('Try again')}
      </Button>
    </Group>
  )
}
