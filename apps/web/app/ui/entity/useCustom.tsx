import { type CustomDefinition, customName, specOfCustom, specsOfCustom } from '@tradewind/contract/kit/custom/custom.fields'
import type { FieldSpecs } from '@tradewind/contract/kit/entityFields'
import { isStaff } from '@tradewind/contract/roles'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { useCustomFields, withCustom } from '#kit/api/records'
import { useActor } from '#kit/session'
import { CustomValue } from '#ui/entity/CustomValue'
import type { Editing } from '#ui/entity/useEditing'
import type { FieldProps } from '#ui/form/FormPage'
import type { Column } from '#ui/list/columns'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { Clip } from '#ui/values/Clip'

const CustomInput = lazyWithRetry(async () => (await import('#ui/entity/CustomInput')).CustomInput)

const inputs = new WeakMap<CustomDefinition, ComponentType<FieldProps>>()

/** The input of a field where it is edited in place. Texts, links and days are edited there as those of the product are. */
const inputOf = (definition: CustomDefinition) => {
  if (['TEXT', 'LINK', 'DATE'].includes(definition.type)) return undefined
  const known = inputs.get(definition)
  if (known) return known
  const Input = (field: FieldProps) => (
    <Suspense>
      <CustomInput definition={definition} {...field} />
    </Suspense>
  )
  inputs.set(definition, Input)
  return Input
}

interface Framing<T> {
  edit?: Editing<T> | undefined
  /** Staff alone choose people. */
  mayPick: boolean
}

/** What edits a field in place, around what is shown. */
const frameOf = <T extends object>(definition: CustomDefinition, { edit, mayPick }: Framing<T>) => {
  const { key, label, type } = definition
  if (type === 'PERSON' && !mayPick) return undefined
  const frame = edit?.frame(customName(key), specOfCustom(definition), label, inputOf(definition))
  return frame && ((record: T, shown: ReactNode) => frame(withCustom(record), shown))
}

const valueIn = (record: object, { key }: CustomDefinition) => {
  const { custom = {} } = record as { custom?: object }
  return Object.hasOwn(custom, key) ? (custom as Record<string, unknown>)[key] : undefined
}

interface Use<T> {
  edit?: Editing<T> | undefined
  enabled?: boolean
}

/** What the page of a record shows of the fields that the tenant has added. */
export const useCustomFacts = <T extends object>(kind: string, record: T, { edit, enabled = true }: Use<T> = {}) => {
  const mayPick = isStaff(useActor())
  const { data } = useCustomFields(kind, { enabled })
  return (data?.rows ?? []).map((definition) => {
    const shown = <CustomValue definition={definition} value={valueIn(record, definition)} />
    return {
      field: customName(definition.key),
      label: definition.label,
      value: frameOf(definition, { edit, mayPick })?.(record, shown) ?? shown,
    }
  })
}

/** A value in a list: badges and links are cut by themselves, texts at the end of the line. */
const cellOf = (definition: CustomDefinition, value: unknown) => {
  const shown = <CustomValue definition={definition} value={value} />
  return definition.type === 'SEVERAL' || definition.type === 'LINK' ? shown : <Clip>{shown}</Clip>
}

interface CustomColumns<T> {
  /** What conditions know of the fields. */
  specs: FieldSpecs
  /** The columns that a list can show of them by choice. */
  columns: readonly Column<T>[]
  isLoading: boolean
}

/** What a list knows of the fields that the tenant has added. */
export const useCustomColumns = <T extends object>(kind: string, { edit, enabled = true }: Use<T>): CustomColumns<T> => {
  const mayPick = isStaff(useActor())
  const { data, isLoading } = useCustomFields(kind, { enabled })
  const definitions = data?.rows ?? []
  return {
    specs: specsOfCustom(definitions),
    columns: definitions.map((definition) => ({
      field: customName(definition.key),
      head: definition.label,
      show: (record: T) => cellOf(definition, valueIn(record, definition)),
      frame: frameOf(definition, { edit, mayPick }),
      ...(specOfCustom(definition).sortable && { sorts: true as const }),
    })),
    isLoading,
  }
}
