import { Button, CloseButton, Group, Popover, Text, UnstyledButton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import {
  type Condition,
  conditionFields,
  formatCondition,
  MAX_ALTERNATIVES,
  MAX_CONDITIONS,
} from '@tradewind/contract/kit/conditions'
import type { FieldSpec, FieldSpecs } from '@tradewind/contract/kit/entityFields'
import { Fragment, type ReactElement, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { useLanguage, useText } from '#kit/text'
import { NativeSelect } from '#ui/form/NativeSelect'
import {
  type CloseEditor,
  ConditionEditor,
  describeCondition,
  linkedKindOf,
  type SaveCondition,
  useNamedRecords,
} from './ConditionEditor.tsx'
import { FieldList, LimitReached } from './FieldList.tsx'
import { readConditions } from './knownConditions.ts'
import type { Place } from './useTypedCondition.ts'
import styles from './view.module.css'

interface Filters {
  where: string[]
  any: string[]
}
interface ChipsProps {
  fields: FieldSpecs
  where: readonly string[]
  any: readonly string[]
  onChange: (change: Filters) => void
  isAdding: boolean
  onAddingChange: (isAdding: boolean) => void
}

/** The maximum number of filters of each place. */
const limits: Readonly<Record<Place, number>> = { where: MAX_CONDITIONS, any: MAX_ALTERNATIVES }

const keyOf = (condition: Condition, place: Place) => `${place} ${formatCondition(condition)}`

const withoutRepeats = (texts: readonly string[]) => [...new Set(texts)]

/** The conditions in their written form, and functions that change them. */
const useConditions = ({ fields, where, any, onChange }: ChipsProps) => {
  const conditions = { where: readConditions(fields, where), any: readConditions(fields, any) }
  const texts: Filters = { where: conditions.where.map(formatCondition), any: conditions.any.map(formatCondition) }
  const all = [...texts.where, ...texts.any]
  const withoutCondition = (place: Place, at: number): Filters => ({ ...texts, [place]: texts[place].toSpliced(at, 1) })
  return {
    conditions,
    written: texts,
    count: all.length,
    isFull: (place: Place) => texts[place].length >= limits[place],
    remove: (place: Place, at: number) => onChange(withoutCondition(place, at)),
    /** Replaces the condition at `from`, or appends a new one. */
    put: (condition: Condition, place: Place, from?: { place: Place; at: number }) => {
      if (from?.place === place)
        return onChange({ ...texts, [place]: withoutRepeats(texts[place].toSpliced(from.at, 1, formatCondition(condition))) })
      const rest = from ? withoutCondition(from.place, from.at) : texts
      onChange({ ...rest, [place]: withoutRepeats([...rest[place], formatCondition(condition)]) })
    },
    match: (place: Place) => onChange(place === 'any' ? { where: [], any: all } : { where: all, any: [] }),
  }
}

/** The conditions of a list, each a chip that opens its editor, and a button to add one. */
export const Chips = (props: ChipsProps) => {
  const { fields, isAdding, onAddingChange } = props
  const t = useText()
  const [open, setOpen] = useState<string>()
  const add = useRef<HTMLButtonElement>(null)
  const chipToFocus = useRef<string>(undefined)
  const claimFocus = (key: string) => {
    const isClaimed = chipToFocus.current === key
    if (isClaimed) chipToFocus.current = undefined
    return isClaimed
  }
  const { conditions, written, count, isFull, remove, put, match } = useConditions(props)
  const specs: ReadonlyMap<string, FieldSpec> = conditionFields(fields)
  const hasAlternatives = written.any.length > 0
  const close = () => {
    setOpen(undefined)
    onAddingChange(false)
  }
  const chipsOf = (place: Place) =>
    conditions[place].map((condition, at) => (
      <Fragment key={keyOf(condition, place)}>
        {place === 'any' && at > 0 && <Word>{t('or')}</Word>}
        <Chip
          spec={specs.get(condition.field)!}
          condition={condition}
          place={place}
          canMove={hasAlternatives && !isFull(place === 'any' ? 'where' : 'any')}
          isOpen={open === `${place}${at}`}
          onOpen={(isOpen) => setOpen(isOpen ? `${place}${at}` : undefined)}
          claimFocus={claimFocus}
          onSave={(next, to, takesFocus) => {
            if (takesFocus) chipToFocus.current = keyOf(next, to)
            close()
            put(next, to, { place, at })
          }}
          onRemove={() => {
            remove(place, at)
            add.current?.focus()
          }}
        />
      </Fragment>
    ))
  const places: readonly Place[] = hasAlternatives ? ['any', 'where'] : ['where']
  const free = places.filter((place) => !isFull(place))
  return (
    <>
      {(count > 1 || hasAlternatives) && <MatchSelect place={hasAlternatives ? 'any' : 'where'} count={count} onChoose={match} />}
      {chipsOf('where')}
      {hasAlternatives && (
        <Group gap={6} role="group" aria-label={t('At least one of these must match')}>
          {written.where.length > 0 && <Word>{t('and')}</Word>}
          {chipsOf('any')}
        </Group>
      )}
      <NewFilter
        specs={specs}
        isOpen={isAdding}
        onOpen={onAddingChange}
        place={free[0]}
        canMove={free.length > 1}
        limit={places.reduce((sum, place) => sum + limits[place], 0)}
        onSave={(condition, to, takesFocus) => {
          close()
          put(condition, to)
          if (takesFocus) add.current?.focus()
        }}
        button={add}
      />
    </>
  )
}

const Word = ({ children }: { children: ReactNode }) => (
  <Text span size="xs" c="dimmed">
    {children}
  </Text>
)

interface MatchProps {
  place: Place
  count: number
  onChoose: (place: Place) => void
}

/** Whether all conditions must match or any of them. */
const MatchSelect = ({ place, count, onChoose }: MatchProps) => {
  const t = useText()
  const optionOf = (value: Place, label: string) => {
    const disabled = place !== value && count > limits[value]
    return { value, label: disabled ? `${label} (${t('At most {count} filters', { count: limits[value] })})` : label, disabled }
  }
  return (
    <NativeSelect
      size="xs"
      aria-label={t('How the filters go together')}
      value={place}
      data={[optionOf('where', t('Match all')), optionOf('any', t('Match any'))]}
      onChange={(event) => onChoose(event.currentTarget.value as Place)}
    />
  )
}

interface BoxProps {
  label: string
  isOpen: boolean
  /** Closes it, and returns the focus to its target. */
  onDismiss: () => void
  target: ReactElement
  children: ReactElement
}

/** For the target of a popover: a press on it does not count as one elsewhere, since its click closes the popover. */
const ignorePress = (event: React.MouseEvent) => event.stopPropagation()

/** The popover of a chip. Its content closes it when the user presses elsewhere: a calendar that it opens is not inside of it in the page. */
const ChipPopover = ({ label, isOpen, onDismiss, target, children }: BoxProps) => {
  // Not Mantine's handler: it would close the popover before an open list in it, and what was typed would be lost.
  const dismissByEscape = ({ key }: React.KeyboardEvent) => key === 'Escape' && onDismiss()
  return (
    <Popover
      opened={isOpen}
      onDismiss={onDismiss}
      closeOnClickOutside={false}
      closeOnEscape={false}
      position="bottom-start"
      trapFocus
      width={300}
      shadow="md"
    >
      <Popover.Target>{target}</Popover.Target>
      <Popover.Dropdown aria-label={label} p="sm" onKeyDown={dismissByEscape}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}

/** The position of a condition among the others, whether it can be moved to the other one, and the callback that stores it. */
interface PlacedCondition {
  place: Place
  canMove: boolean
  onSave: SaveCondition
}

interface ChipProps extends PlacedCondition {
  spec: FieldSpec
  condition: Condition
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onRemove: () => void
  /** Returns true, once, for the key of the condition that was just applied: its chip, which replaces the one that was edited, takes the focus. */
  claimFocus: (key: string) => boolean
}

const Chip = ({ spec, condition, isOpen, onOpen, onRemove, claimFocus, ...placed }: ChipProps) => {
  const t = useText()
  const button = useRef<HTMLButtonElement>(null)
  const key = keyOf(condition, placed.place)
  useEffect(() => {
    if (claimFocus(key)) button.current?.focus()
  }, [claimFocus, key])
  const words = describeCondition(spec, condition, { t, language: useLanguage() }, useRecordNames(spec, condition))
  const label = t('Filter: {filter}', { filter: words })
  const removeLabel = t('Remove the filter: {filter}', { filter: words })
  const close: CloseEditor = (takesFocus) => {
    onOpen(false)
    if (takesFocus) button.current?.focus()
  }
  return (
    <span className={styles.chip}>
      <ChipPopover
        label={label}
        isOpen={isOpen}
        onDismiss={() => close(true)}
        target={
          <UnstyledButton
            ref={button}
            className={styles.words}
            title={words}
            aria-label={label}
            onMouseDown={ignorePress}
            onClick={() => onOpen(!isOpen)}
          >
            {words}
          </UnstyledButton>
        }
      >
        <ConditionEditor spec={spec} condition={condition} {...placed} onCancel={close} />
      </ChipPopover>
      <CloseButton size="xs" m={2} aria-label={removeLabel} title={removeLabel} onClick={onRemove} />
    </span>
  )
}

/** The maximum number of names in a chip. */
const MAX_NAMES = 3

/** The names of the records that a condition refers to: the address contains only their ids. */
const useRecordNames = (spec: FieldSpec, { values }: Condition) => {
  const t = useText()
  const kind = linkedKindOf(spec)
  const isMany = values.length > MAX_NAMES
  const names = useNamedRecords(kind, values.slice(0, MAX_NAMES)).map(({ name }) => name)
  if (names.length === 0) return undefined
  if (isMany && kind === 'person') return t('{count} person|{count} people', { count: values.length })
  const joinedNames = names.join(', ')
  return isMany ? t('{names} and {count} more', { names: joinedNames, count: values.length - MAX_NAMES }) : joinedNames
}

interface NewFilterProps extends Omit<PlacedCondition, 'place'> {
  specs: ReadonlyMap<string, FieldSpec>
  /** Undefined if the list has as many filters as it can have. */
  place: Place | undefined
  /** That number. */
  limit: number
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  button: RefObject<HTMLButtonElement | null>
}

const NewFilter = ({ specs, isOpen, onOpen, button, place, limit, ...placed }: NewFilterProps) => {
  const t = useText()
  const [field, setField] = useState<string>()
  const spec = field === undefined ? undefined : specs.get(field)
  const openOrClose = () => {
    // Not when it closes: the list of fields would take the focus while it fades out.
    if (!isOpen) setField(undefined)
    onOpen(!isOpen)
  }
  const close: CloseEditor = (takesFocus) => {
    onOpen(false)
    if (takesFocus) button.current?.focus()
  }
  return (
    <ChipPopover
      label={t('New filter')}
      isOpen={isOpen}
      onDismiss={() => close(true)}
      target={
        <Button
          ref={button}
          variant="default"
          size="xs"
          className={styles.add ?? ''}
          leftSection={<IconPlus size={14} aria-hidden />}
          onMouseDown={ignorePress}
          onClick={openOrClose}
        >
          {t('Filter')}
        </Button>
      }
    >
      <>
        {!place && <LimitReached limit={limit} onCancel={close} />}
        {place && !spec && <FieldList specs={specs} onChoose={setField} onCancel={close} />}
        {place && spec && (
          <ConditionEditor
            spec={spec}
            condition={{ field: field!, operator: undefined, values: [] }}
            {...placed}
            place={place}
            onCancel={close}
          />
        )}
      </>
    </ChipPopover>
  )
}
