import { type FieldSpecs, type FormField, formSpecs } from '@tradewind/contract/kit/entityFields'
import type { ComponentType } from 'react'
import { useZone } from '#kit/zone'
import type { FieldProps } from '#ui/form/FormPage'
import { momentIn } from '#ui/form/moment'
import { FieldInput, type PlainSpec } from './FieldInput.tsx'
import { useFields } from './useFields.tsx'
import { useFieldWords } from './useFieldWords.ts'

/** What a form holds of each field before anything is typed. */
type Empty<F extends FieldSpecs> = { [K in FormField<F>]: F[K]['type'] extends 'choices' | 'references' ? string[] : string }

type Input = ComponentType<FieldProps>
type PlainField<F extends FieldSpecs> = { [K in FormField<F>]: F[K] extends PlainSpec ? K : never }[FormField<F>]
/** The inputs that a form brings: of the types that `FieldInput` does not know each one, of others those that differ. */
type Inputs<F extends FieldSpecs> = { [K in Exclude<FormField<F>, PlainField<F>>]: Input } & { [K in PlainField<F>]?: Input }

/** What a form over an entity takes of its fields. Spread it into the form, and replace what differs there. */
export const useFieldForm = <F extends FieldSpecs>(fields: F, inputs: Inputs<F>) => {
  const zone = useZone()
  const { labels } = useFields(fields)
  const { show } = useFieldWords(fields)
  const specs = formSpecs(fields)
  const own: Partial<Record<string, Input>> = inputs
  return {
    empty: Object.fromEntries(
      specs.map(([field, { type }]) => [field, type === 'choices' || type === 'references' ? [] : '']),
    ) as Empty<F>,
    labels,
    required: specs.flatMap(([field, spec]) => (spec.required ? [field] : [])),
    show,
    sent: (changed: object) =>
      Object.fromEntries(
        Object.entries(changed).map(([field, value]: [string, unknown]) => [
          field,
          fields[field]?.type === 'moment' ? momentIn(String(value), zone) : value,
        ]),
      ),
    children: (field: (name: FormField<F>) => FieldProps) =>
      specs.map(([name, spec]) => {
        const Own = own[name]
        return Own ? <Own key={name} {...field(name)} /> : <FieldInput key={name} spec={spec as PlainSpec} {...field(name)} />
      }),
  }
}
