import { Button, Fieldset, Group } from '@mantine/core'
import { type CustomDefinition, customKeyOf, customName } from '@tradewind/contract/kit/custom/custom.fields'
import { parseNumber } from '@tradewind/contract/kit/number'
import { useEffect, useRef, useState } from 'react'
import { useText } from '#kit/text'
import { CustomInput } from '#ui/entity/CustomInput'
import { isInvalidDay } from '#ui/form/DateInput'
import type { FieldProps } from '#ui/form/FormPage'
import type { CustomInputs } from './pieces.ts'
import styles from './fair.module.css'

const isBlank = (value: unknown) => value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

const faultOf = ({ type }: CustomDefinition, value: unknown) => {
  if (typeof value !== 'string') return undefined
  if (type === 'NUMBER' && value.trim()) return parseNumber(value) === undefined ? 'This is not a number' : 'This is too large'
  return type === 'DATE' && isInvalidDay(value) ? 'This is not a date. Write it like 31-12-2026.' : undefined
}

/** The errors of typed values, by field. */
export const checkCustom = (
  definitions: readonly CustomDefinition[],
  custom: CustomInputs = {},
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    definitions.flatMap((definition) => {
      const fault = faultOf(definition, custom[definition.key])
      return fault ? [[customName(definition.key), fault]] : []
    }),
  )

interface CustomPartProps {
  definitions: readonly CustomDefinition[]
  custom: CustomInputs | undefined
  /** Provides the props of the inputs, whose values are under these names. */
  fieldsOf: (
    values: Readonly<Record<string, unknown>>,
    labels: Readonly<Record<string, string>>,
    onChange: (patch: Readonly<Record<string, unknown>>) => void,
  ) => (name: string) => FieldProps
  onChange: (custom: CustomInputs, names: readonly string[]) => void
}

/** The tenant's custom fields, behind a button until one of them is filled: at a fair the others come first. */
export const CustomPart = ({ definitions, custom = {}, fieldsOf, onChange }: CustomPartProps) => {
  const t = useText()
  const [isOpen, setOpen] = useState(() => definitions.some(({ key }) => !isBlank(custom[key])))
  const [isOpened, setOpened] = useState(false)
  const part = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    if (isOpened) part.current?.querySelector('input')?.focus()
  }, [isOpened])
  if (definitions.length === 0) return null
  const open = () => {
    setOpen(true)
    setOpened(true)
  }
  if (!isOpen)
    return (
      <Group>
        <Button variant="default" onClick={open}>
          {t('Custom fields')}
        </Button>
      </Group>
    )
  const valueOf = ({ key, type }: CustomDefinition) => custom[key] ?? (type === 'SEVERAL' ? [] : '')
  const byName = <T,>(of: (definition: CustomDefinition) => T) =>
    Object.fromEntries(definitions.map((definition) => [customName(definition.key), of(definition)]))
  const field = fieldsOf(
    byName(valueOf),
    byName(({ label }) => label),
    (patch) => {
      const changed = Object.entries(patch).map(([name, value]) => [customKeyOf(name as `custom.${string}`), value])
      onChange({ ...custom, ...(Object.fromEntries(changed) as CustomInputs) }, Object.keys(patch))
    },
  )
  return (
    <Fieldset ref={part} variant="unstyled" className={styles.part} aria-label={t('Custom fields')}>
      {definitions.map((definition) => (
        <CustomInput key={definition.key} definition={definition} {...field(customName(definition.key))} />
      ))}
    </Fieldset>
  )
}
