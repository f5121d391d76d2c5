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
export const bestFirst = <T,>(items: readonly T[], labelOf: (item: T) => string, search: string): T[] => {
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
const isLabel = (labels: readonly string[], typed: string) => labels.some((label) => folded(label) === folded(typed))

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

/** Where choices come from. */
export interface Source<R extends ListRoute> {
  /** The list that they are sought in, and what it is asked besides. */
  route: R
  asked: Omit<Input<R>, 'page' | 'size' | 'q'>
  /** The filter that takes what is typed; any word of a record unless said. */
  by?: string | undefined
  /** There is something to ask for. */
  enabled?: boolean | undefined
}

interface Sought<T> {
  rows: readonly T[]
  /** How many fit besides. */
  more: number
  /** There are none at all, whatever is typed. */
  isNone: boolean
  isPending: boolean
  failure: Failure | null
  retry: () => void
  /** Seeks these words now, without waiting for more of them; nothing where that fails. */
  seek: (words: string) => Promise<readonly T[]>
}

const most = 20

/** What may be said of choices: there are none, or nothing matches, only once the answer to what is typed has come. */
export const offeredBy = <T,>(found: Rows<T> | undefined, { words, isWaiting }: { words: string; isWaiting: boolean }) => {
  const { rows, total } = found ?? { rows: [], total: 0 }
  return { rows, more: total - rows.length, isNone: found?.total === 0 && words === '' && !isWaiting, isPending: isWaiting }
}

/** The first 20 records that fit what is typed. */
export const useSought = <R extends ListRoute>(
  { route, asked, by = 'q', enabled = true }: Source<R>,
  typed: string,
): Sought<RowOf<R>> => {
  const words = typed.trim()
  const [needle] = useDebouncedValue(words, 250)
  const fetch = useFetch()
  const inputFor = (sought: string) => ({ ...asked, ...(sought && { [by]: sought }), page: 0, size: most }) as unknown as Input<R>
  const list = useList(route, inputFor(needle), { enabled }) as UseQueryResult<Rows<RowOf<R>>>
  const found = enabled ? list.data : undefined
  const isWaiting = enabled && (needle !== words || list.isPending || list.isPlaceholderData)
  const failure = found || isWaiting ? null : list.error
  const seek = async (now: string) => {
    if (!enabled) return []
    const answer = (await fetch(route, inputFor(now.trim())).catch(() => null)) as Rows<RowOf<R>> | null
    return answer?.rows ?? []
  }
  return { ...offeredBy(found, { words, isWaiting }), failure, retry: () => void list.refetch(), seek }
}

export interface Option {
  value: string
  label: string
}

/**
 * What a select takes of choices that are sought: the server has filtered them, and only what was fetched can be said to be missing.
 * `newName`: what is typed, where a record of that name can be made on the spot: it is offered unless there is one.
 */
export const useOffer = ({ more, isPending, failure }: Sought<unknown>, options: readonly Option[], newName = '') => {
  const t = useText()
  const furtherOn = { value: '', label: t('{count} more: type a part of the name', { count: more }), disabled: true }
  const toMake = { value: NEW, label: t('New: “{name}”', { name: newName }) }
  const labels = options.map(({ label }) => label)
  const offersNew = newName !== '' && !isPending && !isLabel(labels, newName)
  const found = failure ? t('This could not be loaded') : t('Nothing matches')
  return {
    data: [...options, ...(more > 0 ? [furtherOn] : []), ...(offersNew ? [toMake] : [])],
    filter: rankedAsFound,
    isPending,
    nothingFoundMessage: isPending ? t('Loading') : found,
    rightSection: isPending ? <Loader size={16} /> : undefined,
  } as const
}

/** Below a select: why its choices could not be fetched, and the way to ask once more. */
export const Unfetched = ({ failure, onRetry }: { failure: Failure | null; onRetry: () => void }) => {
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
