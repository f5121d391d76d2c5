import { Button, Stack } from '@mantine/core'
import { IconCheck, IconChevronDown } from '@tabler/icons-react'
import type { ComponentProps, KeyboardEvent, ReactNode } from 'react'
import { typeAhead } from '#kit/browser/typeAhead'
import { useText } from '#kit/text'
import { keptOpen, useKeptOpen } from '#ui/entity/useEditing'
import { Calendar, Menu, Popover, useOpenOnFirstUse } from '#ui/page/floating'
import { formatDay } from '#ui/values/dates'
import { Day } from '#ui/values/Day'
import styles from '#ui/list/list.module.css'

interface Editable {
  /** What is edited, and of which record: 'Priority of Nord GmbH'. */
  label: string
}

interface CellButtonProps extends Editable, ComponentProps<'button'> {
  /** The value as text. */
  text: string
  /** Opens the editor of the value, or closes it before it has the focus. */
  setOpened: (opened: boolean) => void
  children: ReactNode
}

/** A value that opens its editor: by a click, Enter or F2; Escape closes it. Props that a menu or popover adds to its target are passed to the button. */
const CellButton = ({ label, text, setOpened, children, className = '', ...rest }: CellButtonProps) => {
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>) => {
    rest.onKeyDown?.(event)
    if (event.key === 'Escape') setOpened(false)
    if (event.key !== 'F2') return
    event.preventDefault()
    setOpened(true)
  }
  return (
    <button
      type="button"
      {...rest}
      className={`${styles.editable} ${className}`}
      aria-label={`${label}: ${text}`}
      onKeyDown={onKeyDown}
    >
      <span className={styles.value}>{children}</span>
      <IconChevronDown size={14} aria-hidden />
    </button>
  )
}

interface ChoiceCellProps<C extends string> extends Editable {
  value: C | null
  choices: Readonly<Record<C, string>>
  /** The label of the empty choice. */
  emptyLabel: string
  onChoose: (value: C | null) => void
  children: ReactNode
}

/** The open state of an editor: it stays open if the row is rendered in another form. */
const useOpenState = ({ label }: Editable, opens: 'menu' | 'dialog') => {
  const key = `cell ${label}`
  const used = useOpenOnFirstUse(opens, keptOpen(key) === true)
  useKeptOpen(key, used.opened || undefined)
  return used
}

/** One of a few choices, or none: a small menu at the value. */
export const ChoiceCell = <C extends string>({ label, value, choices, emptyLabel, onChoose, children }: ChoiceCellProps<C>) => {
  const t = useText()
  const { opened, setOpened, isUsed, target, closedButton } = useOpenState({ label }, 'menu')
  const offered = [...(Object.keys(choices) as C[]), null]
  const nameOf = (choice: C | null) => (choice === null ? emptyLabel : t(choices[choice]))
  const cell = { label, text: value === null ? t('N/A') : nameOf(value), setOpened, children, ref: target }
  if (!isUsed) return <CellButton {...cell} {...closedButton} />
  return (
    <Menu opened={opened} onChange={setOpened} position="bottom-start" width={160} returnFocus>
      <Menu.Target>
        <CellButton {...cell} />
      </Menu.Target>
      <Menu.Dropdown>
        {offered.map((choice) => (
          <Menu.Item
            key={choice ?? ''}
            onClick={() => onChoose(choice)}
            aria-current={choice === value || undefined}
            rightSection={choice === value && <IconCheck size={16} aria-hidden />}
          >
            {nameOf(choice)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface EditableCellProps extends Editable {
  /** The value as text, and as it is shown if that is more than text. */
  text: string
  content?: ReactNode
  /** The editor is a text field: what is typed before it has the focus is kept for it. */
  isTyped?: boolean
  /** The editor of the value, which calls `close` when it is done. */
  children: (close: () => void) => ReactNode
}

/** A value that is edited in place, by an input that opens below it. Escape closes it without a change. */
export const EditableCell = ({ label, text, content = text, isTyped = false, children }: EditableCellProps) => {
  const { opened, setOpened: changeOpened, isUsed, target, closedButton } = useOpenState({ label }, 'dialog')
  const setOpened = (next: boolean) => {
    if (next && isTyped) typeAhead()
    changeOpened(next)
  }
  const close = () => setOpened(false)
  const cell = { label, text, setOpened, children: content, ref: target }
  if (!isUsed) return <CellButton {...cell} {...closedButton} onClick={() => setOpened(true)} />
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-start" trapFocus returnFocus>
      <Popover.Target>
        <CellButton {...cell} {...toggleOnClick(opened, setOpened)} />
      </Popover.Target>
      <Popover.Dropdown aria-label={label}>{children(close)}</Popover.Dropdown>
    </Popover>
  )
}

const toggleOnClick = (opened: boolean, setOpened: (opened: boolean) => void) => ({ onClick: () => setOpened(!opened) }) as object

interface DayCellProps extends Editable {
  /** 'YYYY-MM-DD', or null. */
  value: string | null
  onChoose: (day: string | null) => void
  content?: ReactNode
}

/** A day, picked from the calendar of a month. */
export const DayCell = ({ label, value, onChoose, content = <Day at={value} /> }: DayCellProps) => {
  const t = useText()
  return (
    <EditableCell label={label} text={(value && formatDay(value)) ?? t('N/A')} content={content}>
      {(close) => {
        const choose = (day: string | null) => {
          close()
          onChoose(day)
        }
        return (
          <Stack gap="xs">
            <Calendar value={value} onChoose={choose} />
            {value && (
              <Button size="compact-sm" variant="default" onClick={() => choose(null)}>
                {t('No date')}
              </Button>
            )}
          </Stack>
        )
      }}
    </EditableCell>
  )
}
