import { useQueries } from '@tanstack/react-query'
import { shapeOf } from '@tradewind/contract/kit/conditions'
import type { FieldSpec, LinkedKind } from '@tradewind/contract/kit/entityFields'
import type { Rows } from '#kit/api/calls'
import { callOf, useActingIn } from '#kit/api/query'
import { useText } from '#kit/text'

/** A record that a condition names: the address knows ids alone. */
export interface Named {
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
