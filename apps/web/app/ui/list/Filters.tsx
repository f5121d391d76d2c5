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
  const [typed, setTyped] = useState(applied)
  const [before, setBefore] = useState(applied)
  const fields = Object.keys(labels) as F[]
  if (fields.some((field) => before[field] !== applied[field])) {
    setBefore(applied)
    setTyped(applied)
  }
  useKeys({ '/': () => form.current?.querySelector('input')?.focus() })
  const clear = () => onApply(Object.fromEntries(fields.map((field) => [field, ''])) as Record<F, string>)
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
            onChange={(event) => setTyped({ ...typed, [field]: event.currentTarget.value })}
            flex="1 1 104px"
            maw={280}
          />
        ))}
        <Button type="submit" variant="default">
          {t('Apply Filter')}
        </Button>
        {fields.some((field) => applied[field] || typed[field]) && (
          <Button variant="subtle" onClick={() => (fields.some((field) => applied[field]) ? clear() : setTyped(applied))}>
            {t('Clear Filter')}
          </Button>
        )}
      </Group>
    </form>
  )
}
