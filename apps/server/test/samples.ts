import { type Api, api } from '@tradewind/contract/api'
import type { Endpoint } from '@tradewind/contract/kit/endpoint'
import { z } from 'zod'
import { type IdOf, type SampledFeature, sampleInputs, type Samples } from './sampleInputs.ts'

/** One call of the contract, and the feature that declares it. */
export interface CallSample {
  feature: keyof Api
  name: string
  call: Endpoint
  /** Its fields that contain one or more ids. */
  ids: string[]
  /** A valid input. Its ids are random, or those of the features' records. */
  sample: (made?: (feature: keyof Api) => string) => Record<string, unknown>
}

const randomId: IdOf = () => crypto.randomUUID()

const isId = (schema: unknown): boolean => {
  const { format, items } = schema as { format?: string; items?: unknown }
  return format === 'uuid' || (items !== undefined && isId(items))
}

/** The samples of a feature and of others like it. A feature that no group has does not compile. */
const findGroup = (feature: SampledFeature) => sampleInputs.find((group) => feature in group(randomId))

const toSample = (feature: keyof Api, name: string, call: Endpoint): CallSample => {
  const { properties = {} } = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' })
  const ids = Object.keys(properties).filter((field) => isId(properties[field]))
  const group = findGroup(feature as keyof Samples)
  const sample = (made = randomId) => {
    const given = (group?.(made) as Record<string, Record<string, Record<string, unknown>>> | undefined)?.[feature]?.[name]
    return { ...('uniqueId' in properties && { uniqueId: ids.includes('uniqueId') ? made(feature) : 'a token' }), ...given }
  }
  return { feature, name, call, ids, sample }
}

/** Every call of the contract. */
export const allSamples = (Object.keys(api) as (keyof Api)[]).flatMap((feature) =>
  Object.entries(api[feature]).map(([name, call]) => toSample(feature, name, call)),
)
