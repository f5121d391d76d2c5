import { useQueries } from '@tanstack/react-query'
import { countryName, isCountryCode } from '@tradewind/contract/countries'
import { type Condition, type Operator, shapeOf } from '@tradewind/contract/kit/conditions'
import type { FieldSpec, LinkedKind } from '@tradewind/contract/kit/entityFields'
import { useState } from 'react'
import type { Rows } from '#kit/api/calls'
import { callOf, useActingIn } from '#kit/api/query'
import { phrase, type Say, useText } from '#kit/text'
import { choiceOf, labelOf } from '#ui/entity/words'
import { inputFromIso } from '#ui/form/DateInput'
import { SeekSeveral } from '#ui/picker/Seek'

/** What an operator is called where one is chosen. */
export const operatorNames: Readonly<Record<Operator, string>> = {
  is: phrase('is'),
  isNot: phrase('is not'),
  contains: phrase('contains'),
  before: phrase('is before'),
  after: phrase('is after'),
  between: phrase('is between'),
  inLast: phrase('in the last days'),
  inNext: phrase('in the next days'),
  less: phrase('is less than'),
  more: phrase('is more than'),
  mine: phrase('is me'),
  empty: phrase('is empty'),
  notEmpty: phrase('is not empty'),
}

const valueIn = (spec: FieldSpec, value: string, t: Say) => {
  if ('choices' in spec) return choiceOf(spec, value, t)
  if (shapeOf(spec) === 'country') return isCountryCode(value) ? countryName(value) : value
  return shapeOf(spec) === 'day' ? inputFromIso(value) : value
}

/** A condition in words: 'Country is Germany, France'. `named`: the names of the records that it names. */
export const conditionInWords = (spec: FieldSpec, { operator, values }: Condition, t: Say, named?: string) => {
  const field = labelOf(spec, t)
  const count = Number(values[0])
  if (operator === 'inLast') return t('{field} in the last {count} day|{field} in the last {count} days', { field, count })
  if (operator === 'inNext') return t('{field} in the next {count} day|{field} in the next {count} days', { field, count })
  const shown = named ?? values.map((value) => valueIn(spec, value, t)).join(operator === 'between' ? ' – ' : ', ')
  return [field, t(operatorNames[operator]), shown].filter(Boolean).join(' ')
}

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
