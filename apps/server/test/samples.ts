import { type Api, api } from '@tradewind/contract/api'
import type { Endpoint } from '@tradewind/contract/kit/endpoint'
import { z } from 'zod'

type Input<E> = E extends Endpoint ? z.input<E['input']> : never
/** The fields that an input must have, beside its record's id. */
type Must<I> = string extends keyof I
  ? never
  : Exclude<{ [K in keyof I]-?: undefined extends I[K] ? never : K }[keyof I], 'uniqueId'>
type Needy<F> = { [N in keyof F as [Must<Input<F[N]>>] extends [never] ? never : N]: Input<F[N]> }

/** A good input for every call that needs more than nothing, or than an id: one that is missing here does not compile. `made`: the id of a feature's record. */
export const samples = (
  made: (feature: keyof Api) => string,
): { [F in keyof Api as keyof Needy<Api[F]> extends never ? never : F]: Needy<Api[F]> } => ({
  identity: {
    login: { username: 'nobody@example.test', password: 'no-password-at-all' },
    changePassword: { currentPassword: 'x', password: 'Correct-horse-1', confirmPassword: 'Correct-horse-1' },
    forgotPassword: { email: 'nobody@example.test' },
  },
  company: {
    create: { legalName: 'Sample', country: 'Italy', website: 'https://sample.example', companyTypeList: ['END_USER'] },
    massUpload: { file: new Blob(['no workbook']) },
    markedWorkbook: { file: new Blob(['no workbook']) },
    export: { format: 'csv' },
    exportFile: { ticket: 'x' },
  },
  search: { search: { q: 'sample' } },
  trash: { restore: { kind: 'company', uniqueIds: [made('company')] } },
})

/** One call of the contract, and where it stands. */
export interface Sampled {
  feature: keyof Api
  name: string
  call: Endpoint
  /** Its fields that hold an id, or several. */
  ids: string[]
  /** A good input. Its ids are random, or those of the features' records. */
  sample: (made?: (feature: keyof Api) => string) => Record<string, unknown>
}

const isId = (schema: unknown): boolean => {
  const { format, items } = schema as { format?: string; items?: unknown }
  return format === 'uuid' || (items !== undefined && isId(items))
}

const random = (_feature: keyof Api): string => crypto.randomUUID()

const sampled = (feature: keyof Api, name: string, call: Endpoint): Sampled => {
  const { properties = {} } = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' })
  const ids = Object.keys(properties).filter((field) => isId(properties[field]))
  const sample = (made = random) => {
    const given = (samples(made) as Record<string, Record<string, Record<string, unknown>>>)[feature]?.[name]
    return { ...(ids.includes('uniqueId') ? { uniqueId: made(feature) } : {}), ...given }
  }
  return { feature, name, call, ids, sample }
}

/** Every call of the contract. */
export const everySample = (Object.keys(api) as (keyof Api)[]).flatMap((feature) =>
  Object.entries(api[feature]).map(([name, call]) => sampled(feature, name, call)),
)
