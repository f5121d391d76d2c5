import { pathOf } from '#kit/api/paths'
import { useEntries } from '#kit/entries'
import { useText } from '#kit/text'
import { otherKinds } from './audit.words.ts'

interface KnownKind {
  name: string
  /** Where a record of it is shown, for `useArea`. */
  show?: (uniqueId: string) => string
}

/** Every kind of record that the trail may name. */
export const useKinds = (): ReadonlyMap<string, KnownKind> => {
  const t = useText()
  const known = useEntries().kinds.map(({ kind, one, show }): [string, KnownKind] => [kind, { name: t(one), show }])
  const others = Object.entries(otherKinds).map(([kind, name]): [string, KnownKind] => [kind, { name: t(name) }])
  const user: KnownKind = { name: t(otherKinds['user']!), show: (uniqueId) => pathOf('admin', `show/${uniqueId}`) }
  return new Map([...others, ['user', user], ...known])
}
