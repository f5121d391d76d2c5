import { type CustomDefinition, customName, specOfCustom, specsOfCustom } from '@tradewind/contract/kit/custom/custom.fields'
import type { FieldSpecs } from '@tradewind/contract/kit/entityFields'
import { isStaff } from '@tradewind/contract/roles'
import type { ComponentType, ReactNode } from 'react'
import { useCustomFields, withCustom } from '#kit/api/records'
import { useActor } from '#kit/session'
import { useLanguage, useText } from '#kit/text'
import type { Editing } from '#ui/entity/useEditing'
import type { FieldProps } from '#ui/form/FormPage'
import type { Column } from '#ui/list/columns'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { Clip } from '#ui/values/Clip'
import { renderFieldValue } from './useFields.tsx'

interface CustomValueProps {
  definition: CustomDefinition
  value: unknown
}

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** The value of a record's custom field, as lists and pages show it. */
export const CustomValue = ({ definition, value }: CustomValueProps) => {
  const t = useText()
  const language = useLanguage()
  if (isEmpty(value)) return t('N/A')
  return renderFieldValue(specOfCustom(definition), value, { t, language })
}

const CustomInput = lazyWithRetry(async () => (await import('#ui/entity/CustomInput')).CustomInput)

const inputs = new WeakMap<CustomDefinition, ComponentType<FieldProps>>()

/** The input for editing a custom field in place. Texts, links and days use the default editor. */
const inputOf = (definition: CustomDefinition) => {
  if (['TEXT', 'LINK', 'DATE'].includes(definition.type)) return undefined
  const cached = inputs.get(definition)
  if (cached) return cached
  // No boundary of its own: the editor is shown, and takes the focus, once its input is loaded.
  const Input = (field: FieldProps) => <CustomInput definition={definition} {...field} />
  inputs.set(definition, Input)
  return Input
}

interface FrameOptions<T> {
  edit?: Editing<T> | undefined
  /** Only staff can choose people. */
  mayPick: boolean
}

/** Wraps a shown value with its editor in place. */
const frameOf = <T extends object>(definition: CustomDefinition, { edit, mayPick }: FrameOptions<T>) => {
  const { key, label, type } = definition
  if (type === 'PERSON' && !mayPick) return undefined
  const frame = edit?.frame(customName(key), specOfCustom(definition), label, inputOf(definition))
  return frame && ((record: T, content: ReactNode) => frame(withCustom(record), content))
}

const valueIn = (record: object, { key }: CustomDefinition) => {
  const { custom = {} } = record as { custom?: object }
  return Object.hasOwn(custom, key) ? (custom as Record<string, unknown>)[key] : undefined
}

interface CustomFieldsOptions<T> {
  edit?: Editing<T> | undefined
  enabled?: boolean
}

/** The custom fields that the page of a record shows. */
export const useCustomFacts = <T extends object>(
  kind: string,
  record: T,
  { edit, enabled = true }: CustomFieldsOptions<T> = {},
) => {
  const mayPick = isStaff(useActor())
  const { data } = useCustomFields(kind, { enabled })
  return (data?.rows ?? []).map((definition) => {
    const content = <CustomValue definition={definition} value={valueIn(record, definition)} />
    return {
      field: customName(definition.key),
      label: definition.label,
      value: frameOf(definition, { edit, mayPick })?.(record, content) ?? content,
    }
  })
}

/** A value in a list: badges and links are truncated on their own, texts at the end of the line. */
const cellOf = (definition: CustomDefinition, value: unknown) => {
  const content = <CustomValue definition={definition} value={value} />
  return definition.type === 'SEVERAL' || definition.type === 'LINK' ? content : <Clip>{content}</Clip>
}

interface CustomColumns<T> {
  /** The specs of the fields, for conditions. */
  specs: FieldSpecs
  /** The optional columns of the fields. */
  columns: readonly Column<T>[]
  /** They are not known yet, or could not be loaded. */
  isPending: boolean
  /** The call that loads them, if it has failed. */
  failed: ReturnType<typeof useCustomFields> | false
}

/** The custom fields of a kind, for a list. */
export const useCustomColumns = <T extends object>(
  kind: string,
  { edit, enabled = true }: CustomFieldsOptions<T>,
): CustomColumns<T> => {
  const mayPick = isStaff(useActor())
  const call = useCustomFields(kind, { enabled })
  const definitions = call.data?.rows ?? []
  return {
    specs: specsOfCustom(definitions),
    columns: definitions.map((definition) => ({
      field: customName(definition.key),
      head: definition.label,
      show: (record: T) => cellOf(definition, valueIn(record, definition)),
      frame: frameOf(definition, { edit, mayPick }),
      ...(specOfCustom(definition).sortable && { sorts: true as const }),
      figures: definition.type === 'NUMBER',
    })),
    isPending: call.isLoading || call.isLoadingError,
    failed: call.isLoadingError && call,
  }
}
