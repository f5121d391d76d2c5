import { Button, Group, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { useKeys } from '#kit/browser/keyboard'
import { useText } from '#kit/text'

interface FiltersProps<F extends string> {
  labels: Record<F, string>
  /** What the address says now. */
  applied: Record<F, string>
  onApply: (filters: Record<F, string>) => void
}

/** The filters of a list: they take effect together, by Apply or Enter. `/` goes to the first of them. */
export const Filters = <F extends string>({ labels, applied, onApply }: FiltersProps<F>) => {
  const t = useText()
  const form = useRef<HTMLFormElement>(null)
  const fields = Object.keys(labels) as F[]
  const { typed, type, canClear, clear } = useTyped(fields, applied, onApply)
  useKeys({ '/': () => form.current?.querySelector('input')?.focus() })
  const apply = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    onApply(typed)
  }
  return (
    <form role="search" aria-label={t('Filters')} ref={form} onSubmit={apply}>
      <Group align="flex-end" gap="xs">
        {fields.map((field) => (
          <TextInput
            key={field}
            label={labels[field]}
            value={typed[field]}
            onChange={(event) => type(field, event.currentTarget.value)}
            flex="1 1 104px"
            maw={280}
          />
        ))}
        <Button type="submit" variant="default">
          {t('Apply Filter')}
        </Button>
        {canClear && (
          <Button variant="subtle" onClick={clear}>
            {t('Clear Filter')}
          </Button>
        )}
      </Group>
    </form>
  )
}

/** What stands in the filters, which is what the address says until somebody types. */
const useTyped = <F extends string>(
  fields: readonly F[],
  applied: Record<F, string>,
  onApply: (filters: Record<F, string>) => void,
) => {
  const [typed, setTyped] = useState(applied)
  const [before, setBefore] = useState(applied)
  if (fields.some((field) => before[field] !== applied[field])) {
    setBefore(applied)
    setTyped(applied)
  }
  const isFiltered = fields.some((field) => applied[field])
  return {
    typed,
    type: (field: F, text: string) => setTyped({ ...typed, [field]: text }),
    canClear: isFiltered || fields.some((field) => typed[field]),
    clear: () => {
      const none = Object.fromEntries(fields.map((field) => [field, ''])) as Record<F, string>
      setTyped(none)
      if (isFiltered) onApply(none)
    },
  }
}
