import { TextInput } from '@mantine/core'
import { type CustomChoice, type CustomDefinition, customName, yesNoNames } from '@tradewind/contract/kit/custom/custom.fields'
import { isStaff } from '@tradewind/contract/roles'
import { useList } from '#kit/api/query'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { DateInput } from '#ui/form/DateInput'
import type { FieldProps } from '#ui/form/FormPage'
import { NumberField } from '#ui/form/NumberField'
import { Picker } from '#ui/form/Picker'
import { PersonSelect } from '#ui/form/SearchSelect'

interface CustomInputsProps {
  definitions: readonly CustomDefinition[]
  field: (name: string) => FieldProps
}

/** The inputs of the tenant's custom fields of a kind of record, in their order. */
export const CustomInputs = ({ definitions, field }: CustomInputsProps) =>
  definitions.map((definition) => (
    <CustomInput key={definition.key} definition={definition} {...field(customName(definition.key))} />
  ))

/** The input of a custom field, by its type. */
export const CustomInput = ({ definition, ...field }: FieldProps & { definition: CustomDefinition }) => {
  switch (definition.type) {
    case 'TEXT':
      return <TextInput {...field} autoComplete="off" />
    case 'LINK':
      return <TextInput {...field} type="url" inputMode="url" placeholder="https://" autoComplete="off" />
    case 'NUMBER':
      return <NumberField {...field} />
    case 'DATE':
      return <DateInput {...field} maw={220} />
    case 'CHOICE':
      return (
        <Picker
          {...field}
          value={field.value || null}
          data={choiceOptions(definition.choices, [field.value])}
          {...clearableProps(field)}
        />
      )
    case 'SEVERAL':
      return <Picker multiple {...field} value={field.value || []} data={choiceOptions(definition.choices, field.value || [])} />
    case 'YES_NO':
      return <YesNo {...field} />
    case 'PERSON':
      return <Person {...field} />
  }
}

const clearableProps = ({ onChange }: FieldProps) => ({
  clearable: true,
  onChange: (chosen: string | null) => onChange(chosen ?? ''),
})

/** The available choices: a retired one only if it is chosen already. */
const choiceOptions = (choices: readonly CustomChoice[], chosen: readonly string[]) =>
  choices.filter(({ key, isRetired }) => !isRetired || chosen.includes(key)).map(({ key, label }) => ({ value: key, label }))

const YesNo = ({ value, onChange, ...field }: FieldProps) => {
  const t = useText()
  return (
    <Picker
      {...field}
      data={Object.entries(yesNoNames).map(([key, name]) => ({ value: key, label: t(name) }))}
      value={typeof value === 'boolean' ? String(value) : null}
      clearable
      onChange={(chosen) => onChange(chosen === null ? '' : chosen === 'true')}
    />
  )
}

/** Selects a member of the tenant's staff. */
const Person = ({ value, onChange, ...field }: FieldProps) => {
  const id = typeof value === 'string' ? value : ''
  const mayPick = isStaff(useActor())
  const { data } = useList('GET /api/admin/options', { uniqueId: id }, { enabled: mayPick && id !== '' })
  if (!mayPick) return null
  return (
    <PersonSelect
      {...field}
      value={id || null}
      selectedName={data?.rows.find(({ uniqueId }) => uniqueId === id)?.fullName}
      onChoose={(found) => onChange(found?.uniqueId ?? '')}
      openOnFocus={false}
      clearable
    />
  )
}
