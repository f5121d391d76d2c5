import { ActionIcon, Button, Fieldset, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconArchive, IconPlus, IconRestore, IconTrash } from '@tabler/icons-react'
import type { CustomChoice } from '@tradewind/contract/kit/custom/custom.fields'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useText } from '#kit/text'
import { Mover } from './FieldRows.tsx'

/** A choice as it is written; without a key it is new. */
export interface Draft extends Omit<CustomChoice, 'key'> {
  id: string
  key?: string
}

export const newChoice = (): Draft => ({ id: crypto.randomUUID(), label: '', isRetired: false })

interface ChoicesProps {
  choices: readonly Draft[]
  onChange: (choices: Draft[]) => void
  error: string | undefined
}

/** The choices of a field in their order. One that records may have is retired, not removed. */
export const Choices = ({ choices, onChange, error }: ChoicesProps) => {
  const t = useText()
  const added = useRef<string>(undefined)
  useEffect(() => {
    if (added.current) document.getElementById(added.current)?.focus()
    added.current = undefined
  }, [choices])
  const add = () => {
    const choice = newChoice()
    added.current = choice.id
    onChange([...choices, choice])
  }
  const put = (at: number, change: Partial<Draft>) =>
    onChange(choices.map((one, place) => (place === at ? { ...one, ...change } : one)))
  const move = (at: number, by: number) => onChange(choices.toSpliced(at, 1).toSpliced(at + by, 0, choices[at]!))
  return (
    <Fieldset legend={t('Choices')}>
      <Stack gap="xs">
        {choices.map((choice, at) => (
          <Choice
            key={choice.id}
            choice={choice}
            at={at}
            last={choices.length - 1}
            onPut={(change) => put(at, change)}
            onMove={(by) => move(at, by)}
            onRemove={() => onChange(choices.toSpliced(at, 1))}
            onEnter={add}
          />
        ))}
        {error && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {error}
          </Text>
        )}
        <Button
          variant="subtle"
          size="compact-sm"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={add}
        >
          {t('Add a choice')}
        </Button>
        <Text size="xs" c="dimmed">
          {t('A retired choice can no longer be chosen. Records that have it keep it.')}
        </Text>
      </Stack>
    </Fieldset>
  )
}

interface ChoiceProps {
  choice: Draft
  at: number
  last: number
  onPut: (change: Partial<Draft>) => void
  onMove: (by: number) => void
  onRemove: () => void
  onEnter: () => void
}

const Choice = ({ choice: { id, key, label, isRetired }, at, last, onPut, onMove, onRemove, onEnter }: ChoiceProps) => {
  const t = useText()
  const name = t('Choice {number}', { number: at + 1 })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (label.trim()) onEnter()
  }
  return (
    <Group gap={4} wrap="nowrap">
      <TextInput
        id={id}
        flex={1}
        autoComplete="off"
        aria-label={name}
        value={label}
        rightSection={
          isRetired && (
            <Text size="xs" c="dimmed" px={6}>
              {t('Retired')}
            </Text>
          )
        }
        rightSectionWidth={isRetired ? 100 : 0}
        onChange={(event) => onPut({ label: event.currentTarget.value })}
        onKeyDown={onKeyDown}
      />
      <Mover label={t('Move {name} up', { name })} isUp isOver={at === 0} onClick={() => onMove(-1)} />
      <Mover label={t('Move {name} down', { name })} isOver={at === last} onClick={() => onMove(1)} />
      <State
        name={label || name}
        isNew={key === undefined}
        isRetired={isRetired}
        onRemove={onRemove}
        onRetire={() => onPut({ isRetired: !isRetired })}
      />
    </Group>
  )
}

interface StateProps {
  name: string
  isNew: boolean
  isRetired: boolean
  onRemove: () => void
  onRetire: () => void
}

/** Takes a choice away: a new one at once, another one out of use. */
const State = ({ name, isNew, isRetired, onRemove, onRetire }: StateProps) => {
  const t = useText()
  const retiring = isRetired ? t('Bring {name} back', { name }) : t('Retire {name}', { name })
  const Sign = isRetired ? IconRestore : IconArchive
  return isNew ? (
    <ActionIcon variant="subtle" color="gray" aria-label={t('Remove {name}', { name })} onClick={onRemove}>
      <IconTrash size={16} aria-hidden />
    </ActionIcon>
  ) : (
    <ActionIcon variant="subtle" color="gray" aria-label={retiring} title={retiring} onClick={onRetire}>
      <Sign size={16} aria-hidden />
    </ActionIcon>
  )
}
