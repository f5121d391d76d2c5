import { NativeSelect } from '@mantine/core'
import { useEntries } from '#kit/entries'
import { useText } from '#kit/text'
import { driveItems } from '#drive/driveItems'

interface KindFilterProps {
  /** The kinds of which something lies in the trash; none while they are on their way. */
  kinds: readonly string[] | undefined
  kind: string
  onKind: (kind: string) => void
}

/** Offers the kinds of which something lies in the trash, where there is a choice; and the one that is chosen. */
export const KindFilter = ({ kinds = [], kind, onKind }: KindFilterProps) => {
  const t = useText()
  const offered = [...useEntries().kinds, driveItems].filter((known) => known.kind === kind || kinds.includes(known.kind))
  if (kinds.length < 2 && !kind) return null
  const data = [{ value: '', label: t('All kinds') }, ...offered.map(({ kind: value, many }) => ({ value, label: t(many) }))]
  return (
    <NativeSelect label={t('Kind')} data={data} value={kind} onChange={(event) => onKind(event.currentTarget.value)} maw={240} />
  )
}
