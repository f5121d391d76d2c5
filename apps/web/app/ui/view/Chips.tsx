import { Box, Button, CloseButton, Popover, UnstyledButton } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type Condition, conditionFields, shapeOf, writeCondition } from '@tradewind/contract/kit/conditions'
import type { FieldSpec, FieldSpecs } from '@tradewind/contract/kit/entityFields'
import { isStaff } from '@tradewind/contract/roles'
import { type ReactElement, type Ref, useEffect, useRef, useState } from 'react'
import { useList } from '#kit/api/query'
import { moveAmong } from '#kit/browser/keyboard'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { labelOf } from '#ui/entity/called'
import { ConditionEditor } from './ConditionEditor.tsx'
import { conditionsIn } from './known.ts'
import { conditionInWords } from './words.ts'
import styles from './view.module.css'

interface ChipsProps {
  fields: FieldSpecs
  where: readonly string[]
  onChange: (where: string[]) => void
  isAdding: boolean
  onAdding: (isAdding: boolean) => void
}

/** The conditions of a list, each a chip that opens to be changed, and the way to add one. */
export const Chips = ({ fields, where, onChange, isAdding, onAdding }: ChipsProps) => {
  const [open, setOpen] = useState<number>()
  const add = useRef<HTMLButtonElement>(null)
  const conditions = conditionsIn(fields, where)
  const written = conditions.map(writeCondition)
  const specs: ReadonlyMap<string, FieldSpec> = conditionFields(fields)
  const remove = (at: number) => {
    onChange(written.filter((_, other) => other !== at))
    add.current?.focus()
  }
  const put = (at: number, condition: Condition) => {
    setOpen(undefined)
    onAdding(false)
    onChange(written.toSpliced(at, 1, writeCondition(condition)))
  }
  return (
    <>
      {conditions.map((condition, at) => (
        <Chip
          key={written[at]}
          spec={specs.get(condition.field)!}
          condition={condition}
          isOpen={open === at}
          onOpen={(isOpen) => setOpen(isOpen ? at : undefined)}
          onPut={(next) => put(at, next)}
          onRemove={() => remove(at)}
        />
      ))}
      <NewFilter
        specs={specs}
        isOpen={isAdding}
        onOpen={onAdding}
        onPut={(condition) => put(written.length, condition)}
        button={add}
      />
    </>
  )
}

interface BoxProps {
  label: string
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  target: ReactElement
  children: ReactElement
}

/** What opens below a chip. It closes by Escape and by its own button: a calendar that it opens lies outside of it. */
const Opening = ({ label, isOpen, onOpen, target, children }: BoxProps) => (
  <Popover
    opened={isOpen}
    onChange={onOpen}
    onDismiss={() => onOpen(false)}
    closeOnClickOutside={false}
    position="bottom-start"
    trapFocus
    returnFocus
    width={300}
    shadow="md"
  >
    <Popover.Target>{target}</Popover.Target>
    <Popover.Dropdown aria-label={label} p="sm">
      {children}
    </Popover.Dropdown>
  </Popover>
)

interface ChipProps {
  spec: FieldSpec
  condition: Condition
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onPut: (condition: Condition) => void
  onRemove: () => void
}

const Chip = ({ spec, condition, isOpen, onOpen, onPut, onRemove }: ChipProps) => {
  const t = useText()
  const words = conditionInWords(spec, condition, t, usePerson(spec, condition))
  const label = t('Filter: {filter}', { filter: words })
  return (
    <span className={styles.chip}>
      <Opening
        label={label}
        isOpen={isOpen}
        onOpen={onOpen}
        target={
          <UnstyledButton className={styles.words} title={words} aria-label={label} onClick={() => onOpen(!isOpen)}>
            {words}
          </UnstyledButton>
        }
      >
        <ConditionEditor spec={spec} condition={condition} onPut={onPut} onCancel={() => onOpen(false)} />
      </Opening>
      <CloseButton size="xs" m={2} aria-label={t('Remove the filter: {filter}', { filter: words })} onClick={onRemove} />
    </span>
  )
}

/** The name of whoever a condition names: the address knows ids alone. */
const usePerson = (spec: FieldSpec, { values }: Condition) => {
  const t = useText()
  const isNamed = shapeOf(spec) === 'person' && values.length === 1
  const { data } = useList('GET /api/admin/options', { uniqueId: values[0] }, { enabled: isNamed })
  if (shapeOf(spec) !== 'person' || values.length === 0) return undefined
  if (!isNamed) return t('{count} person|{count} people', { count: values.length })
  return data?.rows.find(({ uniqueId }) => uniqueId === values[0])?.fullName ?? '…'
}

interface NewFilterProps {
  specs: ReadonlyMap<string, FieldSpec>
  isOpen: boolean
  onOpen: (isOpen: boolean) => void
  onPut: (condition: Condition) => void
  button: Ref<HTMLButtonElement>
}

const NewFilter = ({ specs, isOpen, onOpen, onPut, button }: NewFilterProps) => {
  const t = useText()
  const [field, setField] = useState<string>()
  const spec = field === undefined ? undefined : specs.get(field)
  const close = (next: boolean) => {
    setField(undefined)
    onOpen(next)
  }
  const put = (condition: Condition) => {
    setField(undefined)
    onPut(condition)
  }
  return (
    <Opening
      label={t('New filter')}
      isOpen={isOpen}
      onOpen={close}
      target={
        <Button
          ref={button}
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => close(!isOpen)}
        >
          {t('Filter')}
        </Button>
      }
    >
      {spec && field !== undefined ? (
        <ConditionEditor
          spec={spec}
          condition={{ field, operator: undefined, values: [] }}
          onPut={put}
          onCancel={() => close(false)}
        />
      ) : (
        <FieldList specs={specs} onChoose={setField} />
      )}
    </Opening>
  )
}

const FieldList = ({ specs, onChoose }: { specs: ReadonlyMap<string, FieldSpec>; onChoose: (field: string) => void }) => {
  const t = useText()
  const staff = isStaff(useActor())
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => list.current?.querySelector('button')?.focus(), [])
  // A member is the only one in their partition.
  const offered = [...specs].filter(([, spec]) => staff || shapeOf(spec) !== 'person')
  return (
    <Box ref={list} className={styles.fields} role="group" aria-label={t('Filter by')} onKeyDown={moveAmong('button')}>
      {offered.map(([field, spec]) => (
        <UnstyledButton key={field} className={styles.field} onClick={() => onChoose(field)}>
          {labelOf(spec, t)}
        </UnstyledButton>
      ))}
    </Box>
  )
}
