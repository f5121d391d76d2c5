import type { LinkedKind } from '@tradewind/contract/kit/entityFields'
import { useState } from 'react'
import { useText } from '#kit/text'
import { SeekSeveral } from '#ui/picker/SeekSeveral'
import { type Named, useNamed } from './linked.ts'

interface LinkedValuesProps {
  kind: LinkedKind
  values: readonly string[]
  onChange: (values: string[]) => void
  comboboxProps: object
}

const named = ({ uniqueId, fullName }: { uniqueId: string; fullName: string }): Named => ({ uniqueId, name: fullName })

/** Several records that a condition names, found by their names: people, contacts or projects. */
export const LinkedValues = ({ kind, values, onChange, comboboxProps }: LinkedValuesProps) => {
  const t = useText()
  const [chosen, setChosen] = useState<readonly Named[]>([])
  const known = useNamed(
    kind,
    values.filter((id) => !chosen.some(({ uniqueId }) => uniqueId === id)),
  )
  const all = new Map([...known, ...chosen].map((one) => [one.uniqueId, one]))
  const common = {
    nameOf: ({ name }: Named) => name,
    value: values.flatMap((id) => all.get(id) ?? []),
    onChange: (next: Named[]) => {
      setChosen(next)
      onChange(next.map(({ uniqueId }) => uniqueId))
    },
    comboboxProps,
    maxDropdownHeight: 160,
  }
  if (kind === 'project')
    return (
      <SeekSeveral
        {...common}
        aria-label={t('Projects')}
        route="GET /api/project/"
        asked={{ sort: 'name' }}
        by="name"
        refOf={({ uniqueId, name }): Named => ({ uniqueId, name })}
      />
    )
  if (kind === 'contact')
    return (
      <SeekSeveral {...common} aria-label={t('Contacts')} route="GET /api/contact/" asked={{ sort: 'lastName' }} refOf={named} />
    )
  return (
    <SeekSeveral {...common} aria-label={t('People')} route="GET /api/admin/options" asked={{ sort: 'fullName' }} refOf={named} />
  )
}
