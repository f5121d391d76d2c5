import type { SelectProps } from '@mantine/core'
import type { Kind, ListRoute, RecordOf } from '#kit/api/calls'
import { useRecord } from '#kit/api/records'
import { Unfetched } from '#ui/picker/Offer'
import { SeekOne } from '#ui/picker/Seek'

/** The fields of a record that are plain texts. */
type TextOf<T> = { [F in keyof T]: T[F] extends string ? F : never }[keyof T] & string

interface RecordSelectProps<K extends Kind> extends Omit<
  SelectProps,
  'data' | 'value' | 'onChange' | 'onKeyDownCapture' | 'onFocus' | 'onClick'
> {
  kind: K
  /** The field that names a record: the one that its list is filtered and sorted by. */
  by: TextOf<RecordOf<K>>
  /** The chosen record's id; none is empty or null. */
  value?: string | null
  onChange: (uniqueId: string | null) => void
  /** Makes one that is missing, of what was typed. */
  onNew?: ((words: string) => void) | undefined
}

/** One of the records that the server lists, by its name. The first of them are offered; what is typed narrows them. */
export const RecordSelect = <K extends Kind>({ kind, by, value, onChange, ...rest }: RecordSelectProps<K>) => {
  const nameOf = (record: unknown) => String((record as Record<string, unknown>)[by])
  const { data, error, refetch } = useRecord(kind, value || undefined)
  return (
    <div>
      <SeekOne
        {...rest}
        route={`GET /api/${kind}/` as ListRoute}
        asked={{ sort: by }}
        by={by}
        nameOf={nameOf}
        value={value || null}
        called={data && nameOf(data)}
        onChoose={(record) => onChange((record as { uniqueId: string } | null)?.uniqueId ?? null)}
      />
      <Unfetched failure={data ? null : error} onRetry={() => void refetch()} />
    </div>
  )
}
