import { useQueries } from '@tanstack/react-query'
import { shapeOf } from '@tradewind/contract/kit/conditions'
import type { FieldSpec, LinkedKind } from '@tradewind/contract/kit/entityFields'
import { useState } from 'react'
import type { Rows } from '#kit/api/calls'
import { callOf, useActingIn } from '#kit/api/query'
import { useText } from '#kit/text'
import { SeekSeveral } from '#ui/picker/Seek'

/** A record that a condition names: the address knows ids alone. */
interface Named {
  uniqueId: string
  name: string
}

/** Of what kind the records are that conditions of a field name; nothing where they name none. */
export const linkedKindOf = (spec: FieldSpec): LinkedKind | undefined => {
  if (spec.type === 'references') return spec.kind
  return shapeOf(spec) === 'person' ? 'person' : undefined
}

type Answered = Rows<{ fullName: string }> | { fullName: string } | { name: string } | undefined

const nameIn = (answer: Answered) => {
  if (!answer) return undefined
  if ('rows' in answer) return answer.rows[0]?.fullName
  return 'name' in answer ? answer.name : answer.fullName
}

const askFor = (kind: LinkedKind, uniqueId: string, tenant: string | undefined) => {
  if (kind === 'contact') return callOf('GET /api/contact/:uniqueId', { uniqueId }, tenant)
  if (kind === 'project') return callOf('GET /api/project/:uniqueId', { uniqueId }, tenant)
  return callOf('GET /api/admin/options', { uniqueId }, tenant)
}

/** The names of the records that a condition names. One that is not there, or hidden from who asks, is said to be unknown. */
export const useNamed = (kind: LinkedKind | undefined, ids: readonly string[]): Named[] => {
  const t = useText()
  const tenant = useActingIn()
  const asked = kind ? ids.map((uniqueId) => askFor(kind, uniqueId, tenant)) : []
  const found = useQueries({ queries: asked as never[] }) as {
    data: Answered
    isPending: boolean
  }[]
  return found.map(({ data, isPending }, at) => ({
    uniqueId: ids[at]!,
    name: nameIn(data) ?? (isPending ? '…' : t('unknown')),
  }))
}

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
