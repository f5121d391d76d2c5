import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import {
  type Condition,
  conditionTypeOf,
  countsDays,
  faultOf,
  type Operator,
  operatorsOf,
  valueCountOf,
} from '@tradewind/contract/kit/conditions'
import type { FieldSpec, LinkedKind } from '@tradewind/contract/kit/entityFields'
import { phrase } from '@tradewind/contract/kit/phrase'
import type { Sentence } from '@tradewind/contract/kit/say'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Rows } from '#kit/api/calls'
import { callQueryOptions, useActingTenant } from '#kit/api/query'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { countryLabel, useCountryOptions } from '#ui/entity/useCountryOptions'
import { numberFormats, type RenderContext } from '#ui/entity/useFields'
import { choiceLabel, labelOf } from '#ui/entity/words'
import { DateInput, inputFromIso } from '#ui/form/DateInput'
import { NativeSelect } from '#ui/form/NativeSelect'
import { NumberField } from '#ui/form/NumberField'
import { Picker } from '#ui/form/Picker'
import { SearchMultiSelect } from '#ui/form/SearchSelect'
import { useOutsidePress } from '#ui/page/useOutsidePress'
import { type Place, startValuesOf, useTypedCondition } from './useTypedCondition.ts'

/** The names of the operators in the select. */
const operatorNames: Readonly<Record<Operator, string>> = {
  is: phrase('is'),
  isNot: phrase('is not'),
  contains: phrase('contains'),
  before: phrase('is before'),
  after: phrase('is after'),
  between: phrase('is between'),
  inLast: phrase('in the last days'),
  notInLast: phrase('not in the last days'),
  inNext: phrase('in the next days'),
  less: phrase('is less than'),
  more: phrase('is more than'),
  mine: phrase('is me'),
  empty: phrase('is empty'),
  notEmpty: phrase('is not empty'),
}

const formatConditionValue = (spec: FieldSpec, value: string, { t, language }: RenderContext) => {
  if ('choices' in spec) return choiceLabel(spec, value, t)
  if (conditionTypeOf(spec) === 'country') return countryLabel(value, t)
  if (conditionTypeOf(spec) === 'number') return Number(value).toLocaleString(language, numberFormats.number)
  return conditionTypeOf(spec) === 'day' ? inputFromIso(value) : value
}

/** Formats a condition: 'Country is Germany, France'. `names`: the names of the records that it refers to. */
export const describeCondition = (spec: FieldSpec, { operator, values }: Condition, context: RenderContext, names?: string) => {
  const { t } = context
  const field = labelOf(spec, t)
  const count = Number(values[0])
  if (operator === 'inLast') return t('{field} in the last {count} day|{field} in the last {count} days', { field, count })
  if (operator === 'notInLast')
    return t('{field} not in the last {count} day|{field} not in the last {count} days', { field, count })
  if (operator === 'inNext') return t('{field} in the next {count} day|{field} in the next {count} days', { field, count })
  const text =
    names ?? values.map((value) => formatConditionValue(spec, value, context)).join(operator === 'between' ? ' – ' : ', ')
  return [field, t(operatorNames[operator]), text].filter(Boolean).join(' ')
}

/** A record that a condition refers to: the address contains only its id. */
interface NamedRecord {
  uniqueId: string
  name: string
}

/** The kind of the records that conditions of a field refer to; undefined if they refer to none. */
export const linkedKindOf = (spec: FieldSpec): LinkedKind | undefined => {
  if ('kind' in spec && spec.kind) return spec.kind
  return conditionTypeOf(spec) === 'person' ? 'person' : undefined
}

type NameAnswer = Rows<{ fullName: string }> | { fullName: string } | { name: string } | undefined

const nameInAnswer = (answer: NameAnswer) => {
  if (!answer) return undefined
  if ('rows' in answer) return answer.rows[0]?.fullName
  return 'name' in answer ? answer.name : answer.fullName
}

const nameQuery = (kind: LinkedKind, uniqueId: string, tenant: string | undefined) => {
  if (kind === 'contact') return callQueryOptions('GET /api/contact/named/:uniqueId', { uniqueId }, tenant)
  if (kind === 'project') return callQueryOptions('GET /api/project/:uniqueId', { uniqueId }, tenant)
  return callQueryOptions('GET /api/admin/options', { uniqueId }, tenant)
}

/** The names of the records that a condition refers to. One that does not exist, or that the actor may not see, is 'unknown'. */
export const useNamedRecords = (kind: LinkedKind | undefined, ids: readonly string[]): NamedRecord[] => {
  const t = useText()
  const tenant = useActingTenant()
  const queries = kind ? ids.map((uniqueId) => nameQuery(kind, uniqueId, tenant)) : []
  const results = useQueries({ queries: queries as never[] }) as {
    data: NameAnswer
    isPending: boolean
  }[]
  return results.map(({ data, isPending }, at) => ({
    uniqueId: ids[at]!,
    name: nameInAnswer(data) ?? (isPending ? '…' : t('unknown')),
  }))
}

interface LinkedValuesProps {
  kind: LinkedKind
  values: readonly string[]
  onChange: (values: string[]) => void
  comboboxProps: object
}

const recordNames = ({ uniqueId, fullName }: { uniqueId: string; fullName: string }): NamedRecord => ({
  uniqueId,
  name: fullName,
})

/** Selects the records that a condition refers to, by their names: people, contacts or projects. */
const LinkedValues = ({ kind, values, onChange, comboboxProps }: LinkedValuesProps) => {
  const t = useText()
  const actor = useActor()
  const [chosen, setChosen] = useState<readonly NamedRecord[]>([])
  const loaded = useNamedRecords(
    kind,
    values.filter((id) => !chosen.some(({ uniqueId }) => uniqueId === id)),
  )
  const all = new Map([...loaded, ...chosen].map((one) => [one.uniqueId, one]))
  const common = {
    nameOf: ({ name }: NamedRecord) => name,
    value: values.flatMap((id) => all.get(id) ?? []),
    onChange: (next: NamedRecord[]) => {
      setChosen(next)
      onChange(next.map(({ uniqueId }) => uniqueId))
    },
    comboboxProps,
    maxDropdownHeight: 160,
    openOnFocus: false,
  }
  if (kind === 'project')
    return (
      <SearchMultiSelect
        {...common}
        aria-label={t('Projects')}
        route="GET /api/project/"
        query={{ sort: 'name' }}
        searchField="name"
        refOf={({ uniqueId, name }): NamedRecord => ({ uniqueId, name })}
      />
    )
  if (kind === 'contact')
    return (
      <SearchMultiSelect
        {...common}
        aria-label={t('Contacts')}
        route="GET /api/contact/"
        query={{ sort: 'lastName' }}
        refOf={recordNames}
      />
    )
  return (
    <SearchMultiSelect
      {...common}
      aria-label={t('People')}
      route="GET /api/admin/options"
      query={{ sort: 'fullName' }}
      refOf={recordNames}
      // Until the account has loaded, the own name is not known.
      first={actor.fullName ? recordNames(actor) : undefined}
    />
  )
}

/** Whether the focus returns to the chip or button of the editor; false if the user has pressed elsewhere. */
type TakesFocus = boolean
export type SaveCondition = (condition: Condition, place: Place, takesFocus: TakesFocus) => void
export type CloseEditor = (takesFocus: TakesFocus) => void

interface ConditionEditorProps {
  spec: FieldSpec
  /** Without an operator it is new. */
  condition: Omit<Condition, 'operator'> & { operator: Operator | undefined }
  onSave: SaveCondition
  onCancel: CloseEditor
  /** Its position among the conditions, and whether it can become an alternative or required. */
  place: Place
  canMove: boolean
}

const valueInputs = (form: HTMLFormElement) => [
  ...form.querySelectorAll<HTMLInputElement>('input:not([type="hidden"], [type="checkbox"])'),
]

/** What is typed first is the value; its text is replaced. The operator, which is before it, is usually right; without a value it has the focus. */
const focusValue = (form: HTMLFormElement) => {
  const [value] = valueInputs(form)
  if (!value) return form.querySelector('select')?.focus()
  value.dataset['autofocus'] = 'true' // a popover that opens with the form moves the focus once more: to this
  value.focus()
  value.select()
}

/** Edits a condition on a field: its operator, and a value by the field's type. A press elsewhere applies what was changed, unless it is incomplete. */
export const ConditionEditor = ({ spec, condition, onSave, onCancel, place, canMove }: ConditionEditorProps) => {
  const t = useText()
  const operators = operatorsOf(spec)
  const typed = useTypedCondition({ ...condition, operator: condition.operator ?? operators[0]! }, place)
  const { operator, values, place: chosenPlace, type, isTouched } = typed
  const [isTried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => focusValue(form.current!), [])
  const draft = { field: condition.field, operator, values: values.map((value) => value.trim()) }
  const fault = faultOf(spec, draft)
  const choose = (next: Operator) => {
    setTried(false)
    const isSameKind = valueKindOf(spec, next) === valueKindOf(spec, operator)
    type({ operator: next, values: isSameKind ? values : startValuesOf(next) })
  }
  const pressHandlers = useOutsidePress(() => {
    if (isTouched && !fault) onSave(draft, chosenPlace, false)
    else if (!isTouched || values.every((value) => value.trim() === '')) onCancel(false)
  })
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.stopPropagation()
    setTried(true)
    if (!fault) return onSave(draft, chosenPlace, true)
    const inputs = valueInputs(event.currentTarget)
    const isWrong = (_: unknown, at: number) => faultOf(spec, { ...draft, operator: 'is', values: [draft.values[at] ?? ''] })
    ;(inputs.find(isWrong) ?? inputs[0])?.focus()
  }
  return (
    <form ref={form} onSubmit={submit} noValidate {...pressHandlers}>
      <Stack gap="xs">
        <Text fw={600} size="sm">
          {labelOf(spec, t)}
        </Text>
        <NativeSelect
          aria-label={t('Condition')}
          data={operators.map((value) => ({ value, label: t(operatorNames[value]) }))}
          value={operator}
          onChange={(event) => choose(event.currentTarget.value as Operator)}
        />
        <Value spec={spec} operator={operator} values={values} onChange={(next) => type({ values: next })} />
        {canMove && (
          <Checkbox
            size="xs"
            label={t('Required filter')}
            checked={chosenPlace === 'where'}
            onChange={(event) => type({ place: event.currentTarget.checked ? 'where' : 'any' })}
          />
        )}
        {isTried && fault && <Fault of={fault} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" size="xs" onClick={() => onCancel(true)}>
            {t('Cancel')}
          </Button>
          <Button type="submit" size="xs">
            {t('Apply')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const Fault = ({ of }: { of: Sentence }) => {
  const t = useText()
  return (
    <Text role="alert" size="xs" c="red">
      {t(String(of))}
    </Text>
  )
}

/** Values are kept between operators of the same kind. */
const valueKindOf = (spec: FieldSpec, operator: Operator) => (countsDays(operator) ? 'days' : valueCountOf(spec, operator))

interface ValueProps {
  spec: FieldSpec
  operator: Operator
  values: readonly string[]
  onChange: (values: string[]) => void
}

const inputs: Readonly<Record<string, (props: ValueProps) => ReactNode>> = {
  text: (props) => <TextValue {...props} />,
  choice: (props) => <ChoiceValues {...props} />,
  country: (props) => <CountryValues {...props} />,
  day: (props) => <DayValue {...props} at={0} />,
  number: (props) => <NumberValue {...props} at={0} />,
  person: (props) => <RecordValues {...props} />,
  record: (props) => <RecordValues {...props} />,
}

const Value = (props: ValueProps) => {
  const kind = valueKindOf(props.spec, props.operator)
  if (kind === 'none') return null
  if (kind === 'days') return <DaysValue {...props} />
  if (kind === 'two') {
    const One = conditionTypeOf(props.spec) === 'number' ? NumberValue : DayValue
    return (
      <Stack gap="xs">
        <One {...props} at={0} />
        <One {...props} at={1} />
      </Stack>
    )
  }
  return inputs[conditionTypeOf(props.spec)]?.(props)
}

const TextValue = ({ values, onChange }: ValueProps) => {
  const t = useText()
  return (
    <TextInput
      aria-label={t('Value')}
      value={values[0] ?? ''}
      maxLength={200}
      onChange={(event) => onChange([event.currentTarget.value])}
    />
  )
}

/** Options are rendered inside the dialog, which traps the focus, and above the input, or they would cover its buttons. They cover the operator: so they open by a press or a key. */
const insideDialog = { withinPortal: false, position: 'top-start', middlewares: { flip: false } } as const
const listProps = { comboboxProps: insideDialog, maxDropdownHeight: 160, openOnFocus: false } as const

const ChoiceValues = ({ spec, values, onChange }: ValueProps) => {
  const t = useText()
  const data = 'choices' in spec ? Object.keys(spec.choices).map((value) => ({ value, label: choiceLabel(spec, value, t) })) : []
  return <Picker multiple aria-label={t('Value')} data={data} value={[...values]} onChange={onChange} {...listProps} />
}

const CountryValues = ({ values, onChange }: ValueProps) => {
  const t = useText()
  const data = useCountryOptions('code')
  return <Picker multiple aria-label={t('Value')} data={data} value={[...values]} onChange={onChange} {...listProps} />
}

const DayValue = ({ operator, values, onChange, at }: ValueProps & { at: 0 | 1 }) => {
  const t = useText()
  const change = (day: string) => onChange(operator === 'between' ? [values[0] ?? '', values[1] ?? ''].with(at, day) : [day])
  const field = { value: values[at] ?? '', onChange: change }
  if (operator !== 'between') return <DateInput aria-label={t('Day')} {...field} />
  return <DateInput label={[t('First day'), t('Last day')][at]} {...field} />
}

const NumberValue = ({ operator, values, onChange, at }: ValueProps & { at: 0 | 1 }) => {
  const t = useText()
  const label = operator === 'between' ? [t('At least'), t('At most')][at] : t('Value')
  const value = values[at] ?? ''
  const change = (number: string | number) => {
    const text =
      typeof number === 'number' ? number.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 }) : number
    onChange(operator === 'between' ? [values[0] ?? '', values[1] ?? ''].with(at, text) : [text])
  }
  return (
    <NumberField
      aria-label={label}
      placeholder={operator === 'between' ? label : ''}
      value={value}
      onChange={change}
      error={false}
    />
  )
}

const DaysValue = ({ values, onChange }: ValueProps) => {
  const t = useText()
  return (
    <NumberField
      aria-label={t('Days')}
      rightSection={t('days')}
      rightSectionWidth={64}
      value={values[0] ?? ''}
      onChange={(days) => onChange([String(days)])}
      error={false}
    />
  )
}

const RecordValues = ({ spec, values, onChange }: ValueProps) => (
  <LinkedValues kind={linkedKindOf(spec) ?? 'person'} values={values} onChange={onChange} comboboxProps={insideDialog} />
)
